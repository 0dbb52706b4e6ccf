/** Words that carry no meaning of their own in a question. */
export const functionWords: readonly string[] = `
instead a an the this that these those it its itself they them their theirs he she his her him i im ive id ill me my mine we
were weve us our ours you youre your yours one ones is isnt are arent am was wasnt werent be been being do does
doesnt did didnt done doing dont have has havent hasnt had having can cant cannot could couldnt will wont would
wouldnt shall should shouldnt may might must mustnt let lets need needs needed and or but nor if then else so as
because since when while until till although though even unless whether of in on at to from by with without for into
onto over under out off up down about against between through during before after per than within what whats which
who whos whom whose where wheres why how hows no not never none nothing any anything some something every everything
everyone all other others another each either neither only just still yet again already also too very really quite
rather much more most less least few here there now today yesterday tomorrow once always often usually sometimes
ever later soon ago please thanks thank hi hello hey ok okay well yes sorry actually maybe perhaps exactly simply
basically etc eg ie vs versus theres thats shes hes whatever however e g s t d ll re m
`
  .trim()
  .split(/\s+/)

/** Words of the circumstances in which people ask: who, when, for which business. None of them changes an answer. */
export const sceneryWords: readonly string[] = `
contain contains containing pasted paste tomorrow
consultant consultants honour honours honor honors honoured respect respects respected slowly steadily
decides way protected tolerate tolerates checker care cares default insecure attacker attackers opportunistic speed receipts wizard registrars registrar confirmation security perfectly perfect workspace sensible offers offer offered negative behind reuse reused tax advisor advisors express normally reads vpn purpose university alumni lock settings improve improves weaken weakens needed marketing allow allows allowing tester sales invoicing time same users misconfigured sensitive supported support supports avoid doing compared late early age
eleven five hundred hundreds nine percent percentage reason reasons seven six ten third thirty twelve twenty eight plenty stuff
acceptable accident accidentally account accountant accounts additionally admin administrator admins advice agency
alone along among anybody anymore anyone anyway apparently approach april around arrive arrived arrives arriving
aside ask asked asking asks association august available aware away back badly bank belong belongs best better big
black blame blames boss bought bring brings brought business busy buy call called came carefully cause caused causes
chance charity choice choose chosen church clear clearly click client clients club colleague colleagues come comes
common company compare complain complained complains completely concern concerned concerns confused consider
considered contact continue continuously convince correct correctly couple curious currently customer customers day
days deal december decide decided definitely department depend depends describe desired despite detail details
developer difference different difficult direct directly discouraged discover discovered doubt due easy effect
effective effort employee employees encounter encountered end ended ending ends entire entirely equal especially
eventually everybody everyday everytime everywhere evidence evil exact example expect expected experience expert
explain explained explanation facing fact fair fairly familiar far fear february feel figure file files finally find
fine finished firm follow following follows force forever forget forgot forum found foundation free freelancer
frequently friday friend friends frustrated frustrating full fully further future general get gets getting give
given gives go goal goes going good got grateful great guess guide guy guys half happen happened happening happens
happy hard hate head hear heard heavily help helpful helps high higher highly hint honest honestly hope hoping
hospital hotline hour hours huge idea ideas ignore ignored ignores immediately impact implication implications
impossible incorrect indeed industry info information inside insight instance interested introduce involve involved
isp issue issues january job joined july june keep keeps kept kind kinda know known knows lack land landed landing
lands large largest last lately law learn leave leaves leaving left legit legitimate level lie like likely little
long look looking looks lot lots lower luck mailbox mailboxes main major make makes making manager manually march
mark match matches matching matter matters mean meaning means meant meanwhile member members mention mentioned
merely method middle minor minute minutes mistake mistakes monday money month months morning mostly mystery
name nasty nature near nearly new newbie news next nice night nobody nonprofit noob normal notice noticed november
novice nowadays number objection objections obvious obviously occasionally october odd office old opinion opposite
option options org organisation organization otherwise ourselves overview own owner paid pain panic part particular
particularly partner past pay paying people permanently person personal personally phone pick place plain played pls
plus plz point pointless poor popular possible possibly post posting posts potential practice prefer preferred
present pretty previous previously private probably problem problems proceed produce professional project promise
proper properly proves provide provided provides public purely purpose purposes puts question quick quickly random
randomly rarely reach reached reaches reading real realize reasons recent recently recommend recommended recover
refer regarding regards register registered regular regularly related remain remains remember reply require requires
resolve respond response responsible rest return returns rid right rule said same saturday saw say saying says
scared sceptical school see seem seems seen sense september serious seriously severe shop short shortly show showing
shown shows side significant similar simple single situation slightly small smart smoothly solution solve solved
somebody somehow someone sometime somewhere sort sound sounds spammer spammers special specific specifically spend
spent stand standard stands start started starts startup state stay step steps stopped store strange strongly
struggle struggling stuck stuff stupid successful successfully such suddenly suggest suggested suggestion
suggestions summary sunday supplier suppliers support suppose supposed sure surely surprise surprised take taken
takes talk task tasks teach team technical tell tells term terms thing things think thinking thought thoughts
throughout thursday tip tips together told took top topic totally toward transition treat treated treats trick
tricky tried tries trouble true try trying tuesday turn tutorial twist type typical unable unclear understand
understandable understood unexpected unfortunately university universitys unknown unlikely unsure unusual upon upset
urgent use used useful user uses using usual value various vary vast vendor view visit visitor visitors want wanted
wants warn warned warning warnings watch way ways wednesday week weekend weeks weird went whenever wherever
whichever whitelist whitelisted whole willing wise wonder wonderful wondering word words worked working works world
worried worries worry worse worst worth write writing wrong wrote year yearly years young
`
  .trim()
  .split(/\s+/)
