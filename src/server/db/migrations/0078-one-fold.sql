-- One fold of texts for every search: `folded` is `fold` of `domain/search/fold`, which the tills use. Small letters, no
-- marks, ligatures in two letters, and one apostrophe, hyphen and space whatever a keyboard or a word processor wrote:
-- « N’DIAYE » and « N'Diaye » are equal. `folded_name` knew some letters more and is no longer needed.
-- All letters are listed: in a database of locale C, `lower` knows only those of ASCII.
create or replace function folded(text) returns text language sql immutable parallel safe
return case when octet_length($1) = char_length($1) then lower($1 collate "C") else
  replace(replace(translate(lower(regexp_replace(regexp_replace(normalize($1, NFD),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\U0001e944-\U0001e94a]', '', 'g'),
    '[\u00a0\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g') collate "C"),
    'ÆÐØÞĐĦĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲉẞỺỼỾℲↃⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡ς’‘‛ʼʻʹ′´＇‐‑‒–—―−﹣－',
    'æðøþđħĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡθϸϲϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆᲊßỻỽỿⅎↄⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃σ''''''''''''''''''---------'),
    'œ', 'oe'), 'æ', 'ae') end;

-- What is kept beside the texts is computed again.
alter table sale_records drop column searched, add column searched text not null generated always as (folded(label)) stored;
alter table products drop column searched, add column searched text not null generated always as (folded(label)) stored;
alter table inns drop column searched, add column searched text not null generated always as (folded(name)) stored;
alter table companies drop column searched, add column searched text not null generated always as (folded(name)) stored;
alter table organizations drop column searched, add column searched text not null generated always as (folded(name || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(tax_id, ''))) stored;
alter table persons drop column searched, add column searched text not null generated always as (folded(last_name || ' ' || first_name || ' ' || coalesce(phone, '') || ' ' || regexp_replace(coalesce(phone, ''), '\D', '', 'g') || ' ' || coalesce(social_security_id, ''))) stored;
alter table contract_policies drop column searched, add column searched text not null generated always as (folded(number)) stored;
alter table product_health_insurances drop column searched, add column searched text not null generated always as (folded(label || ' ' || coalesce(inn, '') || ' ' || coalesce(code, ''))) stored;
alter table sale_payments drop column searched, add column searched text not null generated always as (folded(
  coalesce(data ->> 'phoneOperator', '') || ' ' || coalesce(data ->> 'transactionReference', '') || ' ' ||
  coalesce(data ->> 'bank', '') || ' ' || coalesce(data ->> 'chequeNumber', '') || ' ' ||
  coalesce(data #>> '{insuranceMetadata,insurer}', '') || ' ' || coalesce(data #>> '{insuranceMetadata,voucher}', '') || ' ' ||
  coalesce(data #>> '{socialSecurityMetadata,body}', '') || ' ' || coalesce(data #>> '{socialSecurityMetadata,identifier}', '')
)) stored;
drop function folded_name;

-- Names that have become equal keep apart by a number: the unique indexes would otherwise stop the start. An index cannot be
-- made while triggers of its table wait for the commit.
set constraints all immediate;
drop index tags_label;
update tags t set label = label || ' (' || r.n || ')' from (select id, row_number() over (partition by pharmacy_id, type,
  folded(label) order by id) as n from tags) r where r.id = t.id and r.n > 1;
create unique index tags_label on tags (pharmacy_id, type, folded(label));
drop index banks_name;
update banks t set name = name || ' (' || r.n || ')' from (select id, row_number() over (partition by pharmacy_id,
  folded(name) order by id) as n from banks) r where r.id = t.id and r.n > 1;
create unique index banks_name on banks (pharmacy_id, folded(name));
drop index product_views_name;
update product_views t set name = name || ' (' || r.n || ')' from (select id, row_number() over (partition by pharmacy_id,
  list, user_id, folded(name) order by id) as n from product_views) r where r.id = t.id and r.n > 1;
create unique index product_views_name on product_views (pharmacy_id, list, user_id, folded(name));
drop index wholesalers_name;
update wholesalers t set name = name || ' (' || r.n || ')' from (select id, row_number() over (partition by country_code,
  folded(name) order by id) as n from wholesalers) r where r.id = t.id and r.n > 1;
create unique index wholesalers_name on wholesalers (country_code, folded(name));
reindex index wholesaler_products_label;
