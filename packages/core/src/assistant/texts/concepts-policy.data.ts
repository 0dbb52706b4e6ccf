/** The tags of DMARC, the terms of SPF, and what is done with them. */
export const policyConcepts = {
  policy: 'policy|policies|dmarc policy|dmarc policies',
  none: 'p none|policy none|monitoring mode|monitor mode|monitor only|monitoring only|monitoring policy|policy of none',
  quarantine: 'quarantine|p quarantine|policy quarantine|quarantined|quarantining',
  reject: 'p reject|policy reject|reject|policy of reject|full reject|reject policy|reject mode',
  enforce: 'enforce|enforcement|enforced|enforcing|stricter|tighten|raise|harden|full enforcement',
  move: 'switch|switching|move|moving|moved|go straight|skip|jump|change to|go to p|go to reject|go to quarantine|upgrade|raise|ready|ready for|step up|increase|get to|way to|path to|progress|turn on|activate|straight to|directly to|safe to|roll out|rollout|migrate|from none|stay at|stay on|set it to|setting|set to|go through|roll back|rollback|go back|revert|undo',
  pace: 'how long|how fast|how quickly|how soon|pace|timeline|schedule|how many weeks|when can i|when should|wait|waiting|how much time|gradually|gradual|step by step|deadline',
  'tag-sp': 'sp|sp tag|tag sp|sp none|sp reject|sp quarantine|subdomain policy',
  'tag-np':
    'np|np tag|tag np|np reject|np none|non existent subdomains|nonexistent subdomains|subdomains that do not exist|subdomains that dont exist|non existing subdomains|random subdomains|made up subdomains',
  'tag-adkim': 'adkim|adkim s|adkim r|adkim tag',
  'tag-aspf': 'aspf|aspf s|aspf r|aspf tag',
  'tag-rua': 'rua|rua tag|rua address|rua mailto',
  'tag-ruf':
    'ruf|ruf tag|ruf address|forensic|forensic report|forensic reports|failure report|failure reports|forensics|ruf mailto',
  'tag-fo': 'fo|fo 1|fo 0|fo d|fo s|fo tag',
  'tag-pct': 'pct|pct tag|pct 100|pct 50|pct 25|pct 10|pct 0',
  'tag-t': 't y|t n|t tag|tag t|test mode|testing mode|testing flag|testing tag',
  'tag-psd': 'psd|psd tag|psd n|psd y|psd u',
  'tag-ri': 'ri|ri tag|rf|rf tag|ri 86400|rf afrf',
  'tag-p': 'p tag|tag p|p|three policies|three policy',
  tag: 'tag|tags|parameter|parameters|option in dmarc|dmarc tags|dmarc tag|dmarc parameters|syntax|flag',
  version: 'v|v tag|version tag|v spf1|begin with v',
  gone: 'gone|removed|obsolete|deprecated|replaced|replacement|new dmarc|new rfc|rfc 9989|9989|dmarcbis|dropped|abolished|rfc',
  report:
    'report|reports|aggregate report|aggregate reports|dmarc report|dmarc reports|xml|xml report|xml reports|xml file|xml files|zip|zipped|gz|gzip|zipped xml|xmls|xml attachments|reporting|xml attachment|reports arrive',
  'rua-address':
    'private gmail|gmail address|another domain|other domain|external|external domain|third party address|different domain|mailbox for|shared mailbox|private address|address for|which address|external address|report address|any address|gmail account|personal address|personal gmail|gmail group|google group for|distribution group',
  'two-addresses':
    'two addresses|second address|another address|more than one address|several addresses|multiple addresses|two report addresses|second report address|another report address|second rua|another rua|two rua|multiple rua|additional rua|additional address|additional report address|a second email|two emails|two mailboxes|two email addresses|second email address|another email address|second mailbox|another mailbox|as well as|both addresses|to both|two different addresses|2 addresses|2nd address|2nd rua|one more address|extra address|several mailboxes|several rua|more addresses|two ruas|more than one rua|more than one mailbox',
  frequency: 'how often|how frequently|frequency|interval|when do|how regularly',
  daily: 'every day|daily|each day|weekly|every morning|each morning|every night|every week|all the time',
  'no-reports':
    'do not get any reports|dont get any reports|not get any reports|not getting any reports|not received any reports|no reports yet|no reports so far|still no reports|no reports|no report|dont get reports|do not get reports|not getting reports|not receiving reports|reports dont arrive|reports do not arrive|reports not arriving|get no reports|no dmarc reports|receive no reports|nobody gets dmarc reports|without reports',
  who: 'from whom|who sends|which providers|who mails|from who|which receivers|sent by|only get reports|only reports from|only google|only from google',
  incoming:
    'incoming|inbound|receive|receives|receiving|inbox|my own inbox|our own inbox|mail i get|mail we get|spam i get|coming in|come in|coming into|own mailbox|mail that i receive',
  filter: 'filter|filters|filtering|spam filter|protect me from|protects me from|block incoming|stop incoming|keep out',
  include: 'include|includes|included|including|include mechanism|include term',
  redirect: 'redirect|redirects|redirect modifier|redirect mechanism',
  'term-a': 'a mechanism|the a term|a term|the a mechanism|letter a',
  'term-mx': 'mx mechanism|mx term|the mx term|mx in spf|mx in the spf|mx and a|a and mx|mx or a',
  'term-ip': 'ip4|ip6|ip4 mechanism|ip6 mechanism|ipv4|ipv6|cidr|address range|ip range',
  'term-exists': 'exists|exists mechanism|exists term',
  'term-exp': 'exp|exp modifier|explanation string',
  'term-all': 'all mechanism|all term|the all',
  macro: 'macro|macros|spf macro|spf macros',
  term: 'mechanism|mechanisms|modifier|modifiers|qualifier|qualifiers',
  lookups:
    'lookup|lookups|dns lookup|dns lookups|lookup limit|ten lookups|10 lookups|too many lookups|too many dns lookups|10 dns lookups|ten dns lookups|lookup count|void lookup|void lookups|dns queries|limit of ten|limit of 10|10 lookup|ten lookup|more than ten|more than 10|over ten|over 10',
  void: 'void|void lookup|void lookups',
  neutral: 'spf neutral|neutral',
  limit: 'limit|limits|limited|maximum|max|exceed|exceeded|exceeds|over the limit|too many',
  counts: 'count|counts|counted|counting|toward the|towards the|cost|costs',
  flatten: 'flatten|flattening|flattened|spf flattening|reduce|fewer|bring down|cut down|shorten|lower the number',
  several:
    'two|several|multiple|more than one|2|both|second|three|3|twice|many|four|duplicate|duplicates|separate|additional|one for each|one per|one each|extra|double|2nd|combine|merge|merged|merging|combined|one key|one dkim key|a single key|single dkim key',
  softfail: 'softfail|soft fail|tilde|tilde all|tildeall',
  hardfail: 'hardfail|hard fail|minus all|dash all|hyphen all',
  'neutral-all': 'question mark all|question mark|neutral all',
  'plus-all': 'plus all|plusall|allow all|allow everyone|allows everyone',
  subdomain:
    'subdomain|subdomains|sub domain|sub domains|child domain|child domains|names below|newsletter subdomain|marketing subdomain|mail subdomain|subdomain s',
  inherit:
    'cover|covers|covered|inherit|inherits|inherited|apply|applies|apply to|applied|extend|valid for|automatically|own record|record of its own|need its own|its own dmarc|its own spf|its own record|own spf|own dmarc|own dkim|main one|still matter|protected by|count for',
  'over-limit':
    'too many lookups|too many dns lookups|over ten|over 10|more than ten lookups|more than 10 lookups|exceeds 10|exceeds ten|exceed 10|exceed ten|over the limit|lookup limit exceeded|11 lookups|12 lookups|13 lookups|14 lookups|15 lookups',
  wildcard: 'wildcard|wildcards|asterisk|star',
} as const satisfies Record<string, string>
