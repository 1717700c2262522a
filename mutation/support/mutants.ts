import ts from 'typescript'

/** One small change of a source file that its tests should notice; `context` is the line that it changes. */
export type Mutant = {
  file: string
  kind: MutationKind
  start: number
  end: number
  text: string
  line: number
  before: string
  context: string
}
export type MutationKind =
  | 'boundary'
  | 'equality'
  | 'logic'
  | 'boolean'
  | 'arithmetic'
  | 'number'
  | 'condition'
  | 'default'
  | 'negation'
  | 'call'
  | 'step'
  | 'method'
  | 'list'
  | 'sql'

type Edit = Pick<Mutant, 'kind' | 'start' | 'end' | 'text'>

const { SyntaxKind: Kind } = ts
const operators: Partial<Record<ts.SyntaxKind, [MutationKind, string]>> = {
  [Kind.LessThanToken]: ['boundary', '<='],
  [Kind.LessThanEqualsToken]: ['boundary', '<'],
  [Kind.GreaterThanToken]: ['boundary', '>='],
  [Kind.GreaterThanEqualsToken]: ['boundary', '>'],
  [Kind.EqualsEqualsEqualsToken]: ['equality', '!=='],
  [Kind.ExclamationEqualsEqualsToken]: ['equality', '==='],
  [Kind.AmpersandAmpersandToken]: ['logic', '||'],
  [Kind.BarBarToken]: ['logic', '&&'],
  [Kind.PlusToken]: ['arithmetic', '-'],
  [Kind.MinusToken]: ['arithmetic', '+'],
  [Kind.AsteriskToken]: ['arithmetic', '/'],
  [Kind.SlashToken]: ['arithmetic', '*'],
  [Kind.PercentToken]: ['arithmetic', '*'],
  [Kind.PlusEqualsToken]: ['arithmetic', '-='],
  [Kind.MinusEqualsToken]: ['arithmetic', '+='],
}
/** A call of these is left out of its chain: what it filters, orders, cuts or joins is not filtered, ordered, cut or joined. */
const steps = new Set([
  'filter',
  'where',
  'on',
  'onRef',
  'orderBy',
  'limit',
  'distinct',
  'distinctOn',
  'forUpdate',
  'sort',
  'toSorted',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
])
const methods = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    find: 'findLast',
    findLast: 'find',
  }),
)
const sqlWords = new Map(
  Object.entries({
    '=': '!=',
    '!=': '=',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    asc: 'desc',
    desc: 'asc',
    'is not': 'is',
    is: 'is not',
  }),
)

/** Every mutant of a source file, in the order of its text. Types, imports and texts are left alone. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2023, true)
  const lines = source.split('\n')
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isTypeNode(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node)
    )
      return
    edits.push(...editsOf(node, tree))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return edits
    .toSorted((one, other) => one.start - other.start)
    .map((edit) => {
      const { line } = tree.getLineAndCharacterOfPosition(edit.start)
      return { ...edit, file, line: line + 1, before: source.slice(edit.start, edit.end), context: lines[line]!.trim() }
    })
}

export function applyMutant(source: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string {
  return source.slice(0, start) + text + source.slice(end)
}

function editsOf(node: ts.Node, tree: ts.SourceFile): Edit[] {
  const replace = (target: ts.Node, kind: MutationKind, text: string): Edit => ({
    kind,
    start: target.getStart(tree),
    end: target.end,
    text,
  })
  if (ts.isBinaryExpression(node)) return binaryEdits(node, tree)
  if (
    ts.isPrefixUnaryExpression(node) &&
    (node.operator === Kind.ExclamationToken || node.operator === Kind.MinusToken)
  )
    return [replace(node, 'negation', node.operand.getText(tree))]
  if (node.kind === Kind.TrueKeyword) return [replace(node, 'boolean', 'false')]
  if (node.kind === Kind.FalseKeyword) return [replace(node, 'boolean', 'true')]
  if (ts.isNumericLiteral(node) && !isOfTable(node)) return [replace(node, 'number', String(Number(node.text) + 1))]
  if (ts.isIfStatement(node))
    return [replace(node.expression, 'condition', 'true'), replace(node.expression, 'condition', 'false')]
  if (ts.isConditionalExpression(node))
    return [replace(node.condition, 'condition', 'true'), replace(node.condition, 'condition', 'false')]
  if (ts.isWhileStatement(node)) return [replace(node.expression, 'condition', 'false')]
  if (ts.isExpressionStatement(node) && isAct(node.expression)) return [replace(node, 'call', ';')]
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isTarget(node))
    return [replace(node, 'list', '[]')]
  if (ts.isCallExpression(node)) return callEdits(node, tree)
  return []
}

function binaryEdits(node: ts.BinaryExpression, tree: ts.SourceFile): Edit[] {
  const { left, operatorToken, right } = node
  if (operatorToken.kind === Kind.QuestionQuestionToken)
    return [{ kind: 'default', start: left.end, end: right.end, text: '' }]
  const found = operators[operatorToken.kind]
  if (!found) return []
  const [kind, text] = found
  if (kind === 'arithmetic' && (isText(left) || isText(right))) return []
  // `-` before a negative number would read as `--`.
  return [{ kind, start: operatorToken.getStart(tree), end: operatorToken.end, text: text === '-' ? '- ' : text }]
}

function callEdits({ expression, arguments: given }: ts.CallExpression, tree: ts.SourceFile): Edit[] {
  if (!ts.isPropertyAccessExpression(expression)) return []
  const { name } = expression
  const edits: Edit[] = []
  if (steps.has(name.text) && !isScope(given[0]))
    edits.push({ kind: 'step', start: expression.expression.end, end: expression.parent.end, text: '' })
  const other = methods.get(name.text)
  if (other) edits.push({ kind: 'method', start: name.getStart(tree), end: name.end, text: other })
  if (steps.has(name.text)) {
    for (const word of given) {
      const swapped = ts.isStringLiteral(word) ? sqlWords.get(word.text) : undefined
      if (swapped) edits.push({ kind: 'sql', start: word.getStart(tree), end: word.end, text: `'${swapped}'` })
    }
  }
  return edits
}

/** A key, or a number in a list or an object that stands at the top of its file: data, which a test could only repeat. */
function isOfTable(node: ts.NumericLiteral): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true
  if (!ts.isPropertyAssignment(parent) && !ts.isArrayLiteralExpression(parent)) return false
  for (let above: ts.Node = parent; !ts.isSourceFile(above); above = above.parent)
    if (ts.isFunctionLike(above)) return false
  return true
}

/** Row-level security holds a query to its pharmacy where the query forgets it (tests/server/tenancy.test.ts): nothing else would be seen. */
function isScope(column: ts.Expression | undefined): boolean {
  return column !== undefined && ts.isStringLiteral(column) && /(^|\.)pharmacy_id$/.test(column.text)
}

/** What a statement does: calls, assignments and removals, not the plain words of a directive. */
function isAct(expression: ts.Expression): boolean {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return isAct(expression.expression)
  return (
    ts.isCallExpression(expression) ||
    ts.isDeleteExpression(expression) ||
    (ts.isBinaryExpression(expression) && expression.operatorToken.kind === Kind.EqualsToken)
  )
}

/** `[a, b] = …` names places, it makes no list. */
function isTarget(node: ts.ArrayLiteralExpression): boolean {
  return (
    ts.isBinaryExpression(node.parent) &&
    node.parent.operatorToken.kind === Kind.EqualsToken &&
    node.parent.left === node
  )
}

function isText(node: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))
  )
}
