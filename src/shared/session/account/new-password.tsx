import { PasswordInput } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import {
  localPasswordPolicy,
  type PasswordPolicy,
  type PasswordRule,
  passwordRules,
} from '#shared/domain/password-policy.ts'
import classes from '#shared/session/account/account.module.css'
import { readPasswordPolicy } from '#shared/session/account/password-policy.ts'

/** The policy of passwords; `ask` reads it again, after the sign-in service refused a password by a newer one. */
export function usePasswordPolicy() {
  const [policy, setPolicy] = useState(localPasswordPolicy)
  const ask = () => void readPasswordPolicy().then(setPolicy)
  useEffect(ask, [])
  return { policy, ask }
}

interface NewPasswordProps {
  policy: PasswordPolicy
  password: string
  again: string
  onChange: (change: { password?: string; again?: string }) => void
  errorOf: (field: 'password' | 'again') => string | undefined
}

/** A new password, typed twice, with the rules that it keeps so far. */
export function NewPassword({ policy, password, again, onChange, errorOf }: NewPasswordProps) {
  return (
    <>
      <PasswordInput
        label="Mot de passe"
        size="md"
        autoComplete="new-password"
        visibilityToggleButtonProps={showsIt}
        value={password}
        error={errorOf('password')}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <ul className={classes.rules} aria-label="Règles du mot de passe">
        {passwordRules(policy, password).map(({ rule, isKept }) => (
          <li key={rule} data-kept={isKept}>
            {isKept ? <IconCircleCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
            {`${ruleText(rule, policy)}${isKept ? ', c’est fait' : ''}`}
          </li>
        ))}
      </ul>
      <PasswordInput
        label="Répétez le mot de passe"
        size="md"
        autoComplete="new-password"
        visibilityToggleButtonProps={showsIt}
        value={again}
        error={errorOf('again')}
        onChange={(event) => onChange({ again: event.currentTarget.value })}
      />
    </>
  )
}

const showsIt = { 'aria-label': 'Montrer le mot de passe', style: { width: 48, height: 48 } }

function ruleText(rule: PasswordRule, { minimum, maximum }: PasswordPolicy): string {
  const texts: Record<PasswordRule, string> = {
    minimum: `${minimum}\u00a0caractères au moins`,
    maximum: `${maximum}\u00a0caractères au plus`,
    lower: 'Une minuscule',
    upper: 'Une majuscule',
    digit: 'Un chiffre',
    other: 'Un signe\u00a0: . , ! ? - …',
  }
  return texts[rule]
}
