/**
 * Questions as owners type them, with the report that each one means; written before the parser. Asked on Sunday
 * 29 November 2026. `m` measures, `by` dimensions, `f` filters (`dimension:name`, `|` between names), `p` the period as
 * `from..to`, as a month or as a year, `vs` the comparison, `o` the order (`+` the smallest first, `~` by change), `n`
 * the limit, `s` the filter whose part of the whole is asked for, `x` the words that are struck through. Spaces inside a value are `_`.
 */
export const questions = `
combien de Coartem en août chez SUNU ? | m=boxes f=product:coartem,payer:sunu_assurances p=2026-08
marge par mois depuis janvier | m=margin by=month p=2026-01-01..2026-11-29
top 20 du rayon bébé cette année contre l’an dernier | m=turnover by=product f=category:bebe p=2026-01-01..2026-11-29 vs=year n=20
chiffre d’affaires d’hier | m=turnover p=2026-11-28
CA du jour | m=turnover p=2026-11-29
ca aujourd'hui | m=turnover p=2026-11-29
combien avons-nous vendu hier ? | m=turnover p=2026-11-28
combien j'ai vendu avant-hier | m=turnover p=2026-11-27
les ventes de cette semaine | m=turnover p=2026-11-23..2026-11-29
ventes de la semaine dernière | m=turnover p=2026-11-16..2026-11-22
CA de la semaine passée par jour | m=turnover by=day p=2026-11-16..2026-11-22
CA du mois | m=turnover p=2026-11-01..2026-11-29
chiffre d'affaire du mois dernier | m=turnover p=2026-10
recette du mois passé | m=turnover p=2026-10
CA octobre | m=turnover p=2026-10
CA d’octobre 2025 | m=turnover p=2025-10
CA en décembre | m=turnover p=2025-12
CA 2025 | m=turnover p=2025
CA de l’année dernière par mois | m=turnover by=month p=2025
CA de cette année | m=turnover p=2026-01-01..2026-11-29
CA des 30 derniers jours | m=turnover p=2026-10-31..2026-11-29
CA des 7 derniers jours par jour | m=turnover by=day p=2026-11-23..2026-11-29
CA des trois derniers mois | m=turnover p=2026-08-30..2026-11-29
ventes sur 12 mois par mois | m=turnover by=month p=2025-11-30..2026-11-29
CA du 1er au 15 novembre | m=turnover p=2026-11-01..2026-11-15
CA du 12/10 au 25/10 | m=turnover p=2026-10-12..2026-10-25
CA du 12/10/2025 au 25/10/2025 | m=turnover p=2025-10-12..2025-10-25
CA entre mars et mai | m=turnover p=2026-03-01..2026-05-31
CA de janvier à mars | m=turnover p=2026-01-01..2026-03-31
CA de novembre 2025 à janvier 2026 | m=turnover p=2025-11-01..2026-01-31
CA le 14 juillet | m=turnover p=2026-07-14
CA du 3 mars 2026 | m=turnover p=2026-03-03
CA de lundi dernier | m=turnover p=2026-11-23
ventes depuis lundi | m=turnover p=2026-11-23..2026-11-29
ventes depuis le 10 | m=turnover p=2026-11-10..2026-11-29
CA depuis le 1er septembre | m=turnover p=2026-09-01..2026-11-29
CA du premier trimestre | m=turnover p=2026-01-01..2026-03-31
CA T3 2026 par mois | m=turnover by=month p=2026-07-01..2026-09-30
CA du trimestre dernier | m=turnover p=2026-07-01..2026-09-30
CA de ce trimestre | m=turnover p=2026-10-01..2026-11-29
CA du 2e semestre 2025 | m=turnover p=2025-07-01..2025-12-31
CA de ce mois contre le mois dernier | m=turnover p=2026-11-01..2026-11-29 vs=before
CA de novembre comparé à octobre | m=turnover p=2026-11-01..2026-11-29 vs=before
CA août vs août 2025 | m=turnover p=2026-08 vs=year
CA d’août par rapport à l’an dernier | m=turnover p=2026-08 vs=year
CA de la semaine contre la semaine d’avant | m=turnover p=2026-11-23..2026-11-29 vs=before
CA hier contre le même jour de l’an dernier | m=turnover p=2026-11-28 vs=weekdays
CA du mois par rapport à la même période l'année dernière | m=turnover p=2026-11-01..2026-11-29 vs=year
CA 2026 contre 2025 par mois | m=turnover by=month p=2026-01-01..2026-11-29 vs=year
CA de ce mois et de l'an dernier | m=turnover p=2026-11-01..2026-11-29 vs=year
CA par vendeur | m=turnover by=seller p=2026-11-01..2026-11-29
qui vend le plus ? | m=turnover by=seller p=2026-11-01..2026-11-29
quel est le meilleur vendeur du mois dernier ? | m=turnover by=seller p=2026-10
classement des vendeurs en octobre | m=turnover by=seller p=2026-10
ventes de Awa cette semaine | m=turnover f=seller:awa_dossou p=2026-11-23..2026-11-29
combien a vendu Koffi hier | m=turnover f=seller:koffi_mensah p=2026-11-28
panier moyen par vendeur | m=meanBasket by=seller p=2026-11-01..2026-11-29
panier moyen de Mariam Traoré depuis janvier par mois | m=meanBasket by=month f=seller:mariam_traore p=2026-01-01..2026-11-29
remises accordées par Awa | m=discounts f=seller:awa_dossou p=2026-11-01..2026-11-29
qui fait le plus de remises ? | m=discounts by=seller p=2026-11-01..2026-11-29
taux de remise par vendeur cette année | m=discountRate by=seller p=2026-01-01..2026-11-29
retours par vendeur | m=returned by=seller p=2026-11-01..2026-11-29
écarts de caisse du mois | m=gap p=2026-11-01..2026-11-29
écart de caisse par vendeur en octobre | m=gap by=seller p=2026-10
manquants de caisse par caissier | m=gap by=seller p=2026-11-01..2026-11-29
écarts de caisse de Koffi depuis septembre | m=gap f=seller:koffi_mensah p=2026-09-01..2026-11-29
CA par poste | m=turnover by=till p=2026-11-01..2026-11-29
ventes par caisse hier | m=turnover by=register p=2026-11-28
CA par heure | m=turnover by=hour p=2026-11-01..2026-11-29
à quelle heure vend-on le plus ? | m=turnover by=hour o=-turnover p=2026-11-01..2026-11-29
heures de pointe | m=baskets by=hour p=2026-11-01..2026-11-29
affluence par heure le samedi | m=baskets by=hour f=weekday:6 p=2026-11-01..2026-11-29
nombre de clients par heure | m=baskets by=hour p=2026-11-01..2026-11-29
combien de clients hier ? | m=baskets p=2026-11-28
nombre de ventes par jour de la semaine | m=baskets by=weekday p=2026-11-01..2026-11-29
quel est le meilleur jour de la semaine ? | m=turnover by=weekday o=-turnover p=2026-11-01..2026-11-29
CA des samedis | m=turnover f=weekday:6 p=2026-11-01..2026-11-29
CA du week-end depuis octobre | m=turnover f=weekday:6|7 p=2026-10-01..2026-11-29
CA le matin | m=turnover f=hour:00|01|02|03|04|05|06|07|08|09|10|11 p=2026-11-01..2026-11-29
ventes entre 8h et 12h par vendeur | m=turnover by=seller f=hour:08|09|10|11 p=2026-11-01..2026-11-29
ventes après 20h | m=turnover f=hour:20|21|22|23 p=2026-11-01..2026-11-29
ventes de nuit | m=turnover f=hour:20|21|22|23|00|01|02|03|04|05|06 p=2026-11-01..2026-11-29
jour par jour en octobre | m=turnover by=day p=2026-10
CA mois par mois | m=turnover by=month p=2026-01-01..2026-11-29
évolution de la marge | m=margin by=month p=2026-01-01..2026-11-29
évolution du panier moyen en octobre | m=meanBasket by=day p=2026-10
marge du mois | m=margin p=2026-11-01..2026-11-29
taux de marge par mois cette année | m=marginRate by=month p=2026-01-01..2026-11-29
taux de marge par laboratoire | m=marginRate by=laboratory p=2026-11-01..2026-11-29
marge par rayon | m=margin by=storage p=2026-11-01..2026-11-29
marge par catégorie cette année | m=margin by=category p=2026-01-01..2026-11-29
marge et CA par fournisseur | m=margin+turnover by=supplier p=2026-11-01..2026-11-29
quels produits rapportent le plus ? | m=margin by=product p=2026-11-01..2026-11-29
top 10 des produits par marge | m=margin by=product n=10 p=2026-11-01..2026-11-29
top 5 produits par mois | m=turnover by=month n=5 o=-turnover x=produits p=2026-01-01..2026-11-29
top 10 marge | m=margin by=product n=10 p=2026-11-01..2026-11-29
les 20 produits les plus vendus | m=boxes by=product n=20 p=2026-11-01..2026-11-29
produits les plus vendus en octobre | m=boxes by=product p=2026-10
meilleures ventes de la semaine | m=turnover by=product p=2026-11-23..2026-11-29
les produits les moins vendus cette année | m=boxes by=product o=+boxes p=2026-01-01..2026-11-29
flop 10 | m=turnover by=product o=+turnover n=10 p=2026-11-01..2026-11-29
quels produits baissent ? | m=turnover by=product o=+turnover~ vs=before p=2026-11-01..2026-11-29
ce qui a le plus baissé ce mois par rapport à l’an dernier | m=turnover by=product o=+turnover~ vs=year p=2026-11-01..2026-11-29
produits en hausse | m=turnover by=product o=-turnover~ vs=before p=2026-11-01..2026-11-29
laboratoires en baisse cette année contre l’an dernier | m=turnover by=laboratory o=+turnover~ vs=year p=2026-01-01..2026-11-29
top 5 laboratoires | m=turnover by=laboratory n=5 p=2026-11-01..2026-11-29
top 10 des DCI en quantité | m=boxes by=inns n=10 p=2026-11-01..2026-11-29
ventes par classe ATC | m=turnover by=atc p=2026-11-01..2026-11-29
ventes par classe thérapeutique en octobre | m=turnover by=atc p=2026-10
quantité de paracétamol vendue en octobre | m=boxes f=inns:paracetamol p=2026-10
combien de boîtes d’amoxicilline cette année ? | m=boxes f=inns:amoxicilline p=2026-01-01..2026-11-29
combien de Doliprane hier | m=boxes f=product:doliprane p=2026-11-28
doliprane 1000 par mois | m=boxes by=month f=product:doliprane_1000 p=2026-01-01..2026-11-29
ventes de Doliprane 500 en octobre par jour | m=turnover by=day f=product:doliprane_500 p=2026-10
CA Augmentin cette année contre l’an dernier | m=turnover f=product:augmentin p=2026-01-01..2026-11-29 vs=year
Coartem et Artefan en octobre | m=boxes f=product:coartem|artefan p=2026-10
Coartem ou Artefan par mois cette année | m=boxes by=month f=product:coartem|artefan p=2026-01-01..2026-11-29
combien de Ventoline depuis septembre | m=boxes f=product:ventoline p=2026-09-01..2026-11-29
marge sur l’Augmentin | m=margin f=product:augmentin p=2026-11-01..2026-11-29
combien de couches Pampers en octobre | m=boxes f=product:couches_pampers p=2026-10
lait Guigoz par mois | m=boxes by=month f=product:lait_guigoz p=2026-01-01..2026-11-29
combien d’antibiotiques ce mois | m=boxes f=atc:antibiotiques p=2026-11-01..2026-11-29
CA des antipaludiques en août | m=turnover f=product:antipaludiques p=2026-08
CA insuline par mois | m=turnover by=month f=product:insuline p=2026-01-01..2026-11-29
CA parapharmacie | m=turnover f=category:parapharmacie p=2026-11-01..2026-11-29
marge de la parapharmacie depuis janvier par mois | m=margin by=month f=category:parapharmacie p=2026-01-01..2026-11-29
top 20 parapharmacie | m=turnover by=product f=category:parapharmacie n=20 p=2026-11-01..2026-11-29
part de la cosmétique | m=turnover f=category:cosmetique p=2026-11-01..2026-11-29 s=category
ventes par catégorie | m=turnover by=category p=2026-11-01..2026-11-29
CA du rayon froid | m=turnover f=storage:rayon_froid p=2026-11-01..2026-11-29
ventes du rayon vitrine en octobre | m=turnover f=storage:vitrine p=2026-10
CA Sanofi | m=turnover f=laboratory:sanofi p=2026-11-01..2026-11-29
marge du laboratoire Novartis cette année | m=margin f=laboratory:novartis p=2026-01-01..2026-11-29
top 10 produits Sanofi | m=turnover by=product f=laboratory:sanofi n=10 p=2026-11-01..2026-11-29
CA des produits achetés chez UBIPHARM | m=turnover f=supplier:ubipharm p=2026-11-01..2026-11-29
marge fournisseur Laborex | m=margin f=supplier:laborex p=2026-11-01..2026-11-29
marge par fournisseur en octobre | m=margin by=supplier p=2026-10
ventes par assureur | m=turnover by=payer p=2026-11-01..2026-11-29
part des assureurs ce mois | m=insurersPart p=2026-11-01..2026-11-29
combien SUNU nous a pris en charge en octobre | m=insurersPart f=payer:sunu_assurances p=2026-10
part assurance par mois depuis janvier | m=insurersPart by=month p=2026-01-01..2026-11-29
CA NSIA | m=turnover f=payer:nsia_benin p=2026-11-01..2026-11-29
CA par assureur cette année | m=turnover by=payer p=2026-01-01..2026-11-29
top 10 des produits vendus aux assurés de NSIA | m=turnover by=product f=payer:nsia_benin n=10 p=2026-11-01..2026-11-29
part des clients | m=clientsPart p=2026-11-01..2026-11-29
ventes à crédit par client | m=paid by=patient f=means:CREDIT p=2026-11-01..2026-11-29
règlements par forme de paiement | m=paid by=means p=2026-11-01..2026-11-29
encaissements par mode de règlement hier | m=paid by=means p=2026-11-28
combien en espèces hier | m=paid f=means:CASH p=2026-11-28
paiements mobile money cette semaine | m=paid f=means:MOBILE_MONEY p=2026-11-23..2026-11-29
part du mobile money | m=paid f=means:MOBILE_MONEY p=2026-11-01..2026-11-29 s=means
momo par jour | m=paid by=day f=means:MOBILE_MONEY p=2026-11-01..2026-11-29
paiements par carte en octobre | m=paid f=means:CREDIT_CARD p=2026-10
chèques reçus depuis juin | m=paid f=means:CHEQUE p=2026-06-01..2026-11-29
espèces et carte par jour | m=paid by=day f=means:CASH|CREDIT_CARD p=2026-11-01..2026-11-29
ventes manquées | m=missedSales p=2026-11-01..2026-11-29
ventes manquées par produit | m=missedSales by=product p=2026-11-01..2026-11-29
ventes ratées par raison | m=missedSales by=reason p=2026-11-01..2026-11-29
combien avons-nous perdu en ventes manquées cette année | m=missedValue p=2026-01-01..2026-11-29
CA manqué par mois | m=missedValue by=month p=2026-01-01..2026-11-29
produits absents les plus demandés | m=missedSales by=product f=reason:absent p=2026-11-01..2026-11-29
ventes manquées trop cher | m=missedSales f=reason:too-dear p=2026-11-01..2026-11-29
pertes de stock | m=lost p=2026-11-01..2026-11-29
pertes par cause cette année | m=lost by=cause p=2026-01-01..2026-11-29
démarque par produit | m=lost by=product p=2026-11-01..2026-11-29
combien de boîtes détruites en octobre | m=lostBoxes f=cause:destruction p=2026-10
pertes d’inventaire par rayon | m=lost by=storage f=cause:inventory p=2026-11-01..2026-11-29
destructions par mois | m=lost by=month f=cause:destruction p=2026-01-01..2026-11-29
coût d’achat du mois | m=cost p=2026-11-01..2026-11-29
coût des ventes par catégorie | m=cost by=category p=2026-11-01..2026-11-29
CA par groupe de taxe | m=turnover by=taxGroup p=2026-11-01..2026-11-29
CA du groupe B | m=turnover f=taxGroup:B p=2026-11-01..2026-11-29
CA par groupe de TVA en octobre | m=turnover by=taxGroup p=2026-10
CA par jour et par vendeur cette semaine | m=turnover by=day+seller p=2026-11-23..2026-11-29
marge par produit et par mois | m=margin by=product+month p=2026-01-01..2026-11-29
CA, marge et panier moyen par mois | m=turnover+margin+meanBasket by=month p=2026-01-01..2026-11-29
ventes par heure et par jour de la semaine | m=turnover by=hour+weekday p=2026-11-01..2026-11-29
nombre de tickets par vendeur par jour | m=baskets by=seller+day p=2026-11-01..2026-11-29
CA hors parapharmacie | m=turnover p=2026-11-01..2026-11-29 x=hors_parapharmacie
CA sans les assureurs | m=turnover p=2026-11-01..2026-11-29 x=sans_les_assureurs
combien de Zyrtec en octobre | m=turnover p=2026-10 x=zyrtec
ventes de la clinique Saint-Luc en octobre | m=turnover p=2026-10 x=clinique_saint-luc
quel temps fera-t-il demain ? | none
bonjour | none
Coartem | m=boxes f=product:coartem p=2026-11-01..2026-11-29
awa | m=turnover f=seller:awa_dossou p=2026-11-01..2026-11-29
octobre | m=turnover p=2026-10
marje par moi | m=margin by=month p=2026-01-01..2026-11-29
chifre d’affaire par vendeurs | m=turnover by=seller p=2026-11-01..2026-11-29
MARGE PAR MOIS DEPUIS JANVIER | m=margin by=month p=2026-01-01..2026-11-29
top 20 produit octobre | m=turnover by=product n=20 p=2026-10
vente octobre vendeur | m=turnover by=seller p=2026-10
peux-tu me donner le chiffre d’affaires d’octobre s’il te plaît ? | m=turnover p=2026-10
je voudrais voir la marge par produit pour le mois dernier | m=margin by=product p=2026-10
montre-moi les 10 meilleurs produits de l'année | m=turnover by=product n=10 p=2026-01-01..2026-11-29
c'est quoi le CA d'hier | m=turnover p=2026-11-28
est-ce qu’on a vendu plus ce mois que le mois dernier ? | m=turnover p=2026-11-01..2026-11-29 vs=before
comment va le mois ? | m=turnover p=2026-11-01..2026-11-29
retours du mois | m=returned p=2026-11-01..2026-11-29
combien de retours en octobre par produit | m=returned by=product p=2026-10
remises de l’année par mois | m=discounts by=month p=2026-01-01..2026-11-29
combien de remises hier | m=discounts p=2026-11-28
CA par semaine depuis septembre | m=turnover by=week p=2026-09-01..2026-11-29
panier moyen le dimanche | m=meanBasket f=weekday:7 p=2026-11-01..2026-11-29
nombre de passages en caisse hier | m=baskets p=2026-11-28
TVA du mois dernier | m=tax p=2026-10
TVA collectée par mois | m=tax by=month p=2026-01-01..2026-11-29
CA hors taxes d’octobre | m=netTurnover p=2026-10
CA HT et TVA par groupe de taxe en octobre | m=netTurnover+tax by=taxGroup p=2026-10
valeur du stock par rayon | m=stockClosing by=storage p=2026-11-01..2026-11-29
stock par laboratoire | m=stockClosing by=laboratory p=2026-11-01..2026-11-29
combien de jours de stock par catégorie | m=stockDays by=category p=2026-11-01..2026-11-29
jours de rupture par produit en octobre | m=outDays by=product p=2026-10
taux de rupture du mois | m=outRate p=2026-11-01..2026-11-29
périmés de l’année par mois | m=expiryLost by=month p=2026-01-01..2026-11-29
combien de périmés en octobre | m=expiryLost p=2026-10
combien nous doit SUNU ? | m=outstanding f=payer:sunu_assurances p=2026-11-01..2026-11-29
facturé par assureur cette année | m=billed by=payer p=2026-01-01..2026-11-29
délai de paiement par assureur | m=paymentDelay by=payer p=2026-11-01..2026-11-29
taux de rejet de NSIA cette année | m=refusedRate f=payer:nsia_benin p=2026-01-01..2026-11-29
achats par fournisseur en octobre | m=bought by=supplier p=2026-10
taux de service par grossiste | m=serviceRate by=supplier p=2026-11-01..2026-11-29
délai de livraison d’UBIPHARM | m=deliveryDelay f=supplier:ubipharm p=2026-11-01..2026-11-29
hausse des prix par fournisseur cette année | m=priceRise by=supplier p=2026-01-01..2026-11-29
ventes par médecin | m=turnover by=prescriber p=2026-11-01..2026-11-29
top 10 prescripteurs de l’année | m=turnover by=prescriber n=10 p=2026-01-01..2026-11-29
ventes par employeur en octobre | m=turnover by=employer p=2026-10
combien on a vendu du 28 au 3 | m=turnover p=2026-10-28..2026-11-03
ca du 28 octobre au 3 novembre | m=turnover p=2026-10-28..2026-11-03
CA cette semaine vs semaine derniere | m=turnover p=2026-11-23..2026-11-29 vs=before
y a-t-il eu des ventes manquées hier ? | m=missedSales p=2026-11-28
y a t il des ecarts de caisse cette semaine | m=gap p=2026-11-23..2026-11-29
ventes de Rachidatou en octobre | m=turnover f=seller:rachidatou p=2026-10
ventes de Rachidatou N'Diaye cette semaine | m=turnover f=seller:rachidatou_n'diaye p=2026-11-23..2026-11-29
ca N'DIAYE octobre | m=turnover f=seller:rachidatou_n'diaye p=2026-10
combien L'Africaine nous doit ? | m=outstanding f=payer:l'africaine_des_assurances p=2026-11-01..2026-11-29
part de l’africaine des assurances en septembre | m=turnover f=payer:l'africaine_des_assurances p=2026-09 s=payer
ca senou-adjovi novembre | m=turnover f=seller:rachidatou_senou-adjovi p=2026-11-01..2026-11-29
valeur du stock du rayon caisse | m=stockClosing f=storage:caisse p=2026-11-01..2026-11-29
ca de la catégorie retour en octobre | m=turnover f=category:retour p=2026-10
ventes du rayon Caisse hier | m=turnover f=storage:caisse p=2026-11-28
marge catégorie Retour par mois | m=margin by=month f=category:retour p=2026-01-01..2026-11-29
doliprane 500 vendu hier | m=boxes f=product:doliprane_500 p=2026-11-28
cb de boites de coartem 80/480 en aout | m=boxes f=product:coartem_80/480_mg_cp_b/6 p=2026-08
guigoz 2 en septembre | m=boxes f=product:lait_guigoz_2_400_g p=2026-09
couches pampers t4 cette annee | m=boxes f=product:couches_pampers_t4 p=2026-01-01..2026-11-29
top 3 vendeuses octobre | m=turnover by=seller n=3 p=2026-10
meilleure vendeuse de la semaine | m=turnover by=seller p=2026-11-23..2026-11-29
ca d'avant hier | m=turnover p=2026-11-27
ca de vendredi | m=turnover p=2026-11-27
ca du vendredi 27 novembre | m=turnover p=2026-11-27
ventes samedi dernier par heure | m=turnover by=hour p=2026-11-28
ca il y a 3 jours | m=turnover p=2026-11-26
ca sept 2026 | m=turnover p=2026-09
ca du 01/11/26 au 15/11/26 | m=turnover p=2026-11-01..2026-11-15
ca du 5/11 | m=turnover p=2026-11-05
ca depuis 3 mois par mois | m=turnover by=month p=2026-08-30..2026-11-29
ca depuis le debut de l'annee | m=turnover p=2026-01-01..2026-11-29
ca depuis debut du mois | m=turnover p=2026-11-01..2026-11-29
ca jusqu'au 15 novembre | m=turnover p=2026-11-01..2026-11-15
ca des 2 dernieres semaines | m=turnover p=2026-11-16..2026-11-29
ca de la 1ère quinzaine de novembre | m=turnover p=2026-11-01..2026-11-15
2eme quinzaine d'octobre | m=turnover p=2026-10-16..2026-10-31
ca du 25 decembre | m=turnover p=2025-12-25
quel est notre chiffre aujourd hui | m=turnover p=2026-11-29
combien on a encaissé en momo hier | m=paid f=means:MOBILE_MONEY p=2026-11-28
espece du jour | m=paid f=means:CASH p=2026-11-29
panier moyen ce mois ci vs mois dernier | m=meanBasket p=2026-11-01..2026-11-29 vs=before
benefice par produit en octobre | m=margin by=product p=2026-10
produits perimés cette annee | m=expiryLost by=product p=2026-01-01..2026-11-29
valeur stock | m=stockClosing p=2026-11-01..2026-11-29
produits en rupture en octobre | m=outDays by=product p=2026-10
combien doit la NSIA | m=outstanding f=payer:nsia_benin p=2026-11-01..2026-11-29
impayés par assurance | m=outstanding by=payer p=2026-11-01..2026-11-29
achats ubipharm mois dernier | m=bought f=supplier:ubipharm p=2026-10
ventes apres 18h hier | m=turnover f=hour:18|19|20|21|22|23 p=2026-11-28
top 10 medicament | m=turnover by=product n=10 p=2026-11-01..2026-11-29
10 produits qui se vendent le moins cette annee | m=boxes by=product o=+boxes n=10 p=2026-01-01..2026-11-29
ca par moi en 2025 | m=turnover by=month p=2025
evolution du ca sur 6 mois | m=turnover by=month p=2026-05-30..2026-11-29
antibiotique vendu par jour cette semaine | m=boxes by=day f=atc:antibiotique p=2026-11-23..2026-11-29
remise rachidatou | m=discounts f=seller:rachidatou p=2026-11-01..2026-11-29
qu'est ce qui se vend le mieux le dimanche | m=boxes by=product f=weekday:7 p=2026-11-01..2026-11-29
Combien avons nous vendu de Ventoline sirop en 2025 | m=boxes f=product:ventoline_sirop p=2025
ca de la semaine du 16 novembre | m=turnover p=2026-11-16..2026-11-22
ca semaine 47 | m=turnover p=2026-11-16..2026-11-22
ca des 3 premiers mois de l'annee | m=turnover p=2026-01-01..2026-03-31
ca de lundi à vendredi | m=turnover p=2026-11-23..2026-11-27
ca du 31 au 3 novembre | m=turnover p=2026-10-31..2026-11-03
ca du 1 au 15 | m=turnover p=2026-11-01..2026-11-15
ca depuis le 10 jusqu'au 15 novembre | m=turnover p=2026-11-10..2026-11-15
ca du 3 mars au 5 | m=turnover p=2026-03-03..2026-03-05
ca depuis 10 jours | m=turnover p=2026-11-20..2026-11-29
combien SUNU Assurances nous doit | m=outstanding f=payer:sunu_assurances p=2026-11-01..2026-11-29
coartem boite par mois | m=boxes by=month f=product:coartem p=2026-01-01..2026-11-29
ca du lundi 23 au vendredi 27 novembre | m=turnover p=2026-11-23..2026-11-27
ca du vendredi 13 | m=turnover p=2026-11-13
ca depuis vendredi 20 novembre | m=turnover p=2026-11-20..2026-11-29
ca de juin à ce jour | m=turnover p=2026-06-01..2026-11-29
ca des mois de mai a juillet | m=turnover p=2026-05-01..2026-07-31
ca du mois de septembre | m=turnover p=2026-09
ca de la semaine du 16 au 22 novembre | m=turnover p=2026-11-16..2026-11-22
cb de ventes hier | m=baskets p=2026-11-28
cb on a fait de CA en octobre | m=turnover p=2026-10
paiements cb hier | m=paid f=means:CREDIT_CARD p=2026-11-28
part de SUNU dans le CA d’octobre | m=turnover f=payer:sunu_assurances p=2026-10 s=payer
quelle part du CA vient de NSIA ? | m=turnover f=payer:nsia_benin p=2026-11-01..2026-11-29 s=payer
part des espèces dans les règlements d’octobre | m=paid f=means:CASH p=2026-10 s=means
top 5 assurance cette année | m=turnover by=payer n=5 p=2026-01-01..2026-11-29
top 15 fournisseur octobre | m=turnover by=supplier n=15 p=2026-10
le top 10 des medicaments en septembre | m=turnover by=product n=10 p=2026-09
combien d’ordonnances hier ? | m=turnover p=2026-11-28 x=d'ordonnances
a-t-on vendu plus de Coartem que l’an dernier en août ? | m=boxes f=product:coartem p=2026-08 vs=year
stock de Doliprane 1000 aujourd’hui | m=boxesClosing f=product:doliprane_1000 p=2026-11-29
quel jour avons-nous fait le plus gros CA en octobre ? | m=turnover by=day o=-turnover p=2026-10
les dix meilleurs clients de l’année | m=turnover by=patient n=10 p=2026-01-01..2026-11-29
répartition du CA par catégorie et par mois depuis juillet | m=turnover by=category+month p=2026-07-01..2026-11-29
Efferalgan vs Doliprane en octobre | m=boxes by=product f=product:efferalgan_500_mg_cp_eff_b/16|doliprane p=2026-10
nb de boites d’ibuprofene vendues ces 15 derniers jours | m=boxes f=inns:ibuprofene p=2026-11-15..2026-11-29
CA moyen par jour en octobre | m=turnover by=day p=2026-10 x=moyen
marge brute T2 | m=margin p=2026-04-01..2026-06-30
qui a encaissé le plus en espèces hier | m=paid by=seller f=means:CASH p=2026-11-28
combien de fois la Ventoline a manqué en octobre | m=missedSales f=product:ventoline p=2026-10
taux service ubipharm octobre | m=serviceRate f=supplier:ubipharm p=2026-10
delai moyen de paiement de la SUNU cette annee | m=paymentDelay f=payer:sunu_assurances p=2026-01-01..2026-11-29
registre des délivrances d’octobre | m=boxes by=product+day p=2026-10
registre des stupéfiants du mois dernier | m=boxes by=product+day f=prescriptionList:narcotic p=2026-10
stock des stupéfiants | m=boxesClosing f=prescriptionList:narcotic p=2026-11-01..2026-11-29
part de marge | m=margin p=2026-11-01..2026-11-29 x=part
part de SUNU dans le panier moyen | m=meanBasket f=payer:sunu_assurances p=2026-11-01..2026-11-29 x=part
cb du mois | m=paid f=means:CREDIT_CARD p=2026-11-01..2026-11-29
registre par DCI | m=boxes by=inns+day p=2026-11-01..2026-11-29
deux meilleurs vendeurs | m=turnover by=seller n=2 p=2026-11-01..2026-11-29
Coartem contre Artefan par mois | m=boxes by=product+month f=product:coartem|artefan p=2026-01-01..2026-11-29
qui achète le plus cette année | m=turnover by=patient p=2026-01-01..2026-11-29
SUNU, part du CA en octobre | m=turnover f=payer:sunu_assurances p=2026-10 s=payer
part de chaque assureur | m=turnover by=payer p=2026-11-01..2026-11-29 x=part
`
