/**
 * The words of questions about the user's own domains and account, by what they mean. Phrases are divided by `|`; the
 * longest one wins. A word that is in none of these lists and is not plain (`plain-words.data.ts`) makes a question about
 * facts unanswerable: it could change the answer.
 */
export const forms = {
  which:
    'who has|who have|who does not have|who lacks|which|what domains|which ones|any domain|any of our domains|any of my domains|anywhere|who of',
  howmany: 'how many|number of|count of|count the|how much',
  list: 'list|gimme|show|show me|display|give me|tell me|name the|name all|enumerate|print|look up|see',
  what: 'what|whats|which is|what is|what are|whats a|what does',
  how: 'how|how do|how can',
  why: 'why|how come|reason for|what is the reason|whats the reason|cause of|what caused|because of what|how comes',
  when: 'when|what time|which day|what day|how long ago|since when|on which day|at what time',
  who: 'who|whom|by whom',
  where: 'where|on which page|which page|which screen|which menu',
  is: 'is|are|was|were|does|do|did|has|have|had|can|may|could|am|isnt|arent|doesnt|dont|hasnt|havent|will|would',
  compare:
    'compare|comparison|versus|vs|compared|comparing|against each other|side by side|difference|differences|differ|different|as good as|same',
  write:
    'write|write me|generate|create|draft|make me|compose|what should i publish|what do i publish|give me the record|what do i enter|what exactly do i enter|what do i put|what do we put|what exactly do we put|what exactly do i put|be changed to|changed to|be set to|which files|what files|files and records|records do i need|record do i need|records do we need|give me the record to publish|give me the spf record|what do i type|what must i enter|what to enter|which record do i need|which record must|which txt record|would look like|look like|how must|do i publish|should i publish|i publish|must publish',
  explain: 'explain|mean|means|meaning|define|definition|describe|tell me about|understand|teach me',
  should: 'should|shall|recommend|recommended|advisable|worth|need to|have to|must|ought',
  /** "When we cancel" is a condition, and asks for no time. */
  given: 'when we|when i|when you|when my|when our|when a|when an|when paid|when someone|when somebody|when everything',
  howlong: 'how long',
  howold: 'how old|what age',
  howoften: 'how often|how frequently|what frequency|which interval|what interval',
} as const

export const concepts = {
  spf: 'spf|sfp|sender policy framework|spf record|spf records|v spf1|spf entry',
  dkim: 'dkim|dkmi|dkin|domainkeys|dkim record|dkim records|dkim key|dkim keys|dkim signature|dkim signatures|dkim entry',
  dmarc: 'dmarc|dmrac|dmarc record|dmarc records|dmarc policy|dmarc policies|dmarc entry|v dmarc1',
  mx: 'mx|mxs|mail exchanger|mail exchangers|mx record|mx records|mx entry|mx entries|mx host|mx hosts',
  mailserver:
    'mail server|mail servers|mailserver|mailservers|mail host|mail hosts|mailhost|smtp server|smtp servers|email server|email servers|incoming server|receiving server|receiving servers|inbound server|inbound servers|servers receive|our servers|my servers',
  receive: 'receive|receives|receiving|accept mail|accepts mail|handles|handle|take mail|get mail',
  reverse: 'reverse dns|rdns|ptr record|ptr records|reverse lookup|fcrdns|reverse name|reverse names|reverse entry',
  ptr: 'ptr|ptr mechanism|ptr term',
  tls: 'tls|ssl|encryption|encrypted|encrypt|encrypts|in transit|transport encryption|cipher|tls certificate|ssl certificate',
  starttls: 'starttls|start tls',
  version: 'version|versions|tls version|tls versions|protocol|protocols',
  mtasts: 'mta sts|mtasts|mta sts policy|mta sts policies|sts policy|mta sts record|sts|mta sts file',
  file: 'file|policy file|files|policy files',
  mode: 'mode|modes|max age|policy id|sts id|id',
  tlsrpt:
    'tls rpt|tlsrpt|tls report|tls reports|tls reporting|smtp tls reporting|tls report address|tls reporting address|tls rpt record|tls reporting record',
  dane: 'dane|tlsa|tlsa record|tlsa records|dane record|dane records',
  dnssec: 'key tag|key tags|keytag|dnssec|dns sec|dnssec signed|signed zone|ds record|ds records|dnskey|zone signing',
  signed: 'signed|sign|signs|signing|unsigned|signature|signatures',
  bimi: 'bimi|logo|brand logo|our logo|brand indicator|bimi record|bimi logo|vmc|mark certificate|avatar',
  caa: 'caa|caa record|caa records|certificate authority|certificate authorities|issue certificates|issue a certificate|issue for|may issue|can issue|allowed to issue|issue certs',
  certificate: 'certificate|certificates|cert|certs|ssl certificate|tls certificate|ssl cert',
  expire:
    'expiring|expires soon|expire soon|expiring soon|run out soon|about to expire|ending soon|expire|expires|expired|expiry|expiration|valid until|run out|runs out|valid|end date',
  issuer:
    'lets encrypt|letsencrypt|digicert|sectigo|comodo|globalsign|zerossl|buypass|entrust|google trust services|issuer|issued by|who issued|issued|signed by',
  trusted: 'self signed|selfsigned|trusted|untrusted|public authority',
  relay: 'open relay|open relays|relay|relaying|relays|openrelay|open relaying',
  blacklist:
    'blacklist|blacklists|blacklisted|blocklist|blocklists|blocklisted|black list|black lists|block list|block lists|rbl|rbls|dnsbl|listed|listing|listings|blacklist status|blacklist entry|on a list|on lists|lists|which lists|hits|blacklist hits|blocklistings|blacklistings|own blacklists|custom blocklists|own blocklists|custom blacklists',
  listname: 'spamhaus|zen|dbl|sbl|xbl|pbl|css|spamcop|barracuda|uceprotect|surbl|uribl|sorbs|psbl|mailspike|abusix',
  threat:
    'false positive|false positives|threat|threats|threat intelligence|malware|malicious|phishing|virustotal|hacked|threat verdict|threat finding|threat findings|reported as malicious|reported for phishing|suspicious',
  nameserver:
    'name server|name servers|nameserver|nameservers|ns record|ns records|ns|dns servers|dns server|authoritative servers',
  dnshost: 'dns provider|dns host|dns hoster|hosts the dns|where is the dns|dns hosted',
  arecord: 'a record of|a records|web address|website address|ipv4 address|web server address|ipv4|v4',
  aaaarecord: 'aaaa|aaaa record|aaaa records|ipv6|ipv6 address|v6',
  ttl: 'ttl|time to live|ttls|cache time|cached',
  txt: 'txt|txt record|txt records|txt entry',
  record: 'record|records|entry|entries|value|values|content|dns record|dns records|host and value|string',
  key: 'key|keys|public key|public keys',
  selector: 'selector|selectors',
  length:
    'sizes|lengths|key sizes|key lengths|longest|shortest|too short|too weak|length|long|size|bits|bit|bit length|key length|key size|short|shorter|longer|strong|strength|weak|weaker key|strong enough|characters|character',
  keytype: 'key type|key types|algorithm|ed25519|rsa|type of key|kind of key|type',
  revoked: 'revoked|revoke|empty key|withdrawn',
  lookup:
    'lookup|lookups|dns lookup|dns lookups|look ups|dns queries|ten lookups|10 lookups|lookup limit|lookup count|number of lookups',
  include: 'include|includes|included|including',
  end: 'end|ends|ending|endings|end in|ends in|end with|ends with|qualifier|all mechanism|all term',
  covers: 'cover|covers|covered|contain|contains|match|matches|authorise|authorize|authorises|authorizes',
  send: 'send|sends|sending|may send|can send|allowed to send|send for|send mail for|send mail|send email|send emails|send as|authorised to send|authorized to send|authorised|authorized|permitted to send|sender|senders|allowed|allow|allows|permit|permits|outgoing|sent',
  service: 'service|services|provider|providers|third party|third parties|tools',
  address: 'ip|ips|ip address|ip addresses|address|addresses|ip range|ip ranges|ranges|cidr',
  policy: 'policy|policies|enforcement|enforced|enforce|enforcing',
  monitorsonly: 'only monitor|only monitors|monitoring mode|monitoring only',
  subdomain:
    'subdomain|subdomains|sub domain|sub domains|subdomain policy|policy for subdomains|sp tag|sp|for subdomains',
  np: 'np|np tag|non existent subdomains|nonexistent subdomains|subdomains that do not exist|names that do not exist',
  pct: 'pct|pct tag|pct value|percentage tag',
  test: 'test mode|testing mode|t tag',
  rua: 'rua|report address|reporting address|report addresses|dmarc reports|dmarc report|aggregate reports|aggregate report|reports|report address of dmarc|get reports|gets reports|gets the reports|reports go|reports arrive|dmarc aggregate reports',
  ruf: 'ruf|failure reports|failure report|forensic reports|forensic report|ruf address',
  align: 'alignment|aligned|alignment mode|alignment modes|adkim|aspf|strict|relaxed|alignment strict',
  nonmail:
    'not send mail|not send mails|not send email|not send any mail|not send emails|send no mail|sends no mail|no mail domain|unused for mail|parked|without mail|locked down|fully locked down',
  nullmx:
    'null mx|nullmx|null mx record|refuse mail|refuses mail|refuse mails|accepts no mail|accept no mail|takes no mail|take no mail|stopped receiving|no longer accept mail',
  hosts:
    'hosts the mail|hosts mail|mail provider|mailbox provider|mail hoster|email provider|mailboxes|mail is hosted|host the mail|mail hosted|uses|use|using|runs the mail|hosted at|hosts',
  priority: 'preference|mx priority|mx priorities|mx preference|prio|prios|priority of',
  backup: 'backup|backup mx|second mx|secondary|fallback',
  reachable:
    'reachable|resolve|resolves|resolvable|unreachable|answers|answer|respond|responds|offline|online|dead|alive|down|working|works|functioning|point to|points to',
  webserver: 'website|web site|homepage|web server|webserver',
  score: 'pts|score|scores|points|rating|point|health score|security score|security scores',
  pointcap:
    'capped|points capped|cap on points|maximum deduction|max deduction|biggest deduction|largest deduction|maximum penalty|maximum points|max points|limit of points|point limit|limit on points|not cost more|not lose more|lose more points|cost more points|costs more points|no more points|not more points|not costing more|deducted at most|points at most|cost at most|costs at most|lose at most|deduct at most',
  band: 'band|grade|level|category|excellent|fair|good|poor',
  excellent: 'fully protected|fully secure|perfect score|perfectly protected',
  issue:
    'issue|issues|problem|problems|finding|findings|error|errors|fault|faults|weakness|weaknesses|what is wrong|whats wrong|wrong|trouble|deficiencies|mistake|mistakes|costs|deduction|deductions|deducted|penalty|penalties|point loss',
  critical: 'critical|severe|serious|grave',
  risk: 'risk|risks|business risk|at risk|danger|dangerous|what happens if we do nothing|what happens if we leave|what happens if i do nothing|what happens if|leave it|do nothing|ignore|ignored',
  worst:
    'sort by score|sorted by score|order by score|ordered by score|ranking|rank them|ranked|worst|lowest|lowest score|least secure|weakest|most endangered|most insecure|hurt us the most|at the bottom|hurt|lowest points|fewest points|minimum',
  best: 'top scorers|in the best shape|best|highest|highest score|healthiest|safest|most secure|top score|has the most points|have the most points|best protected',
  average: 'average|mean score|on average|median|average score',
  attention:
    'worry about|worry about most|worried about|worry most about|on fire|burning|anything urgent|look at first|attention|most points|need attention|needs attention|priority|priorities|prioritize|prioritise|urgent|most urgent|first|do first|work on first|fix first|start with|todo|todo list|to do|to do list|to do something|most important|top three|top 3|top five|top|biggest|quick win|quick wins|five minutes|one hour|next step|next steps|begin|start|tackle',
  wait: 'wait|can wait|safely wait|later|not urgent|ignore for now|postpone|low priority|least important|unimportant|optional',
  fix: 'fix|fixes|fixing|solve|resolve|repair|correct|improve|remove|get rid|close|bring|brings|raise|gain|get to|reach 100|reach|make it better|to fix|above|what to do|what do i do|what should i do|what can we do|what can i do|do i have to do|tidy up|tidy|clean up|left to do|polish|steps|step by step|fixed|repair|merge|merged into one|change for|have to change|do i change|do we change|should i change|should we change|can i change|can we change|need to change|must i change|to change|change it to|change that to|change this to',
  move: 'move|switch|go to|step up|ready|change to|jump|straight to|skip|go straight|set|safe to|turn on',
  secure:
    'are we good|we good|secure|security|safe|protected|protection|healthy|health|vulnerable|ok|okay|all right|alright|good shape|fine|in order|set up correctly|correctly configured|protect|doing|configured|clean|email security|how are we doing',
  compliant: 'compliant|compliance|comply|sender requirements|sender rules|rules|requirements|bulk sender',
  spoof:
    'spammers use|scammers use|criminals use|phishers use|spammers using|scammers using|criminals using|anybody send|everybody send|everyone send|somebody send|used for phishing|used for spoofing|used for spam|used for fraud|used to phish|used by spammers|used by scammers|spoof|spoofed|spoofing|fake|forge|forged|impersonate|impersonated|pretend to be|in our name|in my name|in the name of|send in our name|fake our ceo|anyone send|attackers|attacker|abuse|abused|from phishing|against phishing|safe from phishing|phishing in our name|phishing mails in our name|fake invoices',
  status:
    'all good|all fine|all well|everything good|everything fine|everything ok|everything okay|all quiet|everything in order|status|overview|summary|summarize|summarise|short status|state|report to management|management meeting|for my boss|for the boss|for my manager|management summary|in one sentence|how are we doing',
  scan: 'scan|scans|scanned|checked|check|checks',
  last: 'last scan|last scanned|latest scan|newest scan|last check|scanned last|last checked|most recent scan|recently scanned',
  next: 'and then|then what|what then|what next|what now|and now|next|next scan|scanned next|next check|upcoming|next one|due|scanned again|be scanned again|be checked next|will be scanned|be checked again',
  unchecked:
    'timeout|timeouts|timed out|time out|no verdict|gave no verdict|refused to answer|lists refused|lists that refused|lists didnt answer|lists did not answer|refused our query|did not answer|didnt answer|not be checked|not checked|unchecked|could not be checked|couldnt be checked|incomplete|not completely|checked completely|no answer|failed lookups|could not check|checks failed|checks fail|of checks fail|of checks failed|failed checks|check failed|checks of|lookups failed|checks could not',
  schedule:
    'every monday|every tuesday|every wednesday|every thursday|every friday|every saturday|every sunday|every morning|every night|each monday|each tuesday|each wednesday|each thursday|each friday|each saturday|each sunday|each morning|each night|schedule|schedules|scheduled|scheduled scan|scheduled scans|scan schedule|automatically|automatic|every day|daily|weekly|monthly|regularly|every week|auto scan|automatic scans|hourly|every hour|every night|nightly|overnight',
  monitor: 'monitor|monitored|monitoring|dns monitoring|watch|watched|dns changes check|check the dns',
  tag: 'tag|tags|tagged|label|labels|labelled|labeled|carry the tag',
  added: 'added|add date|date added|in the list since',
  decision:
    'decision|decisions|accepted|accept|mute|muted|hide|ignore this|decided|accepted findings|muted findings|acknowledge|suppress|dismiss|silence|who accepted|who muted',
  note: 'note|notes|comment|comments|excuse|excuses|reason given|justification|remark|remarks',
  alert:
    'alerts are open|open alerts|alerts open|open alert|alert open|alert is open|alerts still open|alerts are still open|still open alerts|outstanding alerts|ongoing alerts|warning alert|warning alerts|unresolved alerts|active alerts|alert|alerts|notification|notifications|notify|notified|alarm|alarms|warn me|warned|warn|warning mails|get informed|trigger an alert|triggers an alert|raise an alert|told|be told|tell me when|let me know|inform me|informed|notify me|alarm me|email me when|ping me|get an email about|get a mail about|got no mail about|an email about|email about|mail about|get no mail about|hear about',
  triggers:
    'trigger|triggers|raises|cause an alert|alert types|types of alerts|kinds of alerts|what kind of|fires|fire|goes off|go off|is sent when|set off',
  channel: 'slack|teams|webhook|webhooks|channel|channels|discord|sms|telegram|pagerduty',
  goto: 'go|sent to|delivered to|recipients of alerts|which address',
  plan: 'plan|plans|my plan|tier|subscription|package|pricing|license|licence|edition|pro|starter|business|business plan|pro plan|starter plan',
  price:
    'price|prices|cost|how much does it cost|cost per month|monthly fee|fee|pay|expensive|dollars|save|saving|savings|yearly|annually|annual|paid yearly|per year',
  upgrade: 'upgrade|upgraded|upgrading|would we get|get more|bigger plan|larger plan',
  downgrade: 'downgrade|downgrading|go down|go back to|smaller plan|cheaper plan',
  cancel: 'cancel|cancelled|cancellation|unsubscribe|terminate|end my subscription|quit',
  renew:
    'renew|renews|renewal|next payment|next invoice|billed|billing period|invoice|invoices|renewed|payment|payments|credit card|bill|receipt|charged',
  trial: 'trial|free trial|refund|money back|discount',
  quota:
    'limit|limits|limited|quota|quotas|left|remaining|used|used up|usage|in my plan|in our plan|included|per month|per day|a day|allowed on|how many more|unlimited|can i add|can we add|can i still add|can we still add|day|can i get|can we get|can i have|can we have|may i have|may i add|may we add|cap|allowance|are left|still left|allowed per|how many are allowed|are allowed|is allowed per',
  member:
    'member|members|colleague|colleagues|teammate|teammates|team|user|users|people|coworker|coworkers|employee|employees',
  access:
    'access|has access|permission|permissions|role|roles|rights|owner|editor|viewer|administrator|administrators|admin|admins|owners|editors|viewers|log in|sign in|can see|who sees|who can read|who may see|who can view',
  invite:
    'invite|invited|invitation|invitations|open invitations|pending invitations|invitations are open|invitations are pending|invitations are still open|invitation is open|outstanding invitations|open invites|pending invites|invites|add a colleague',
  workspace: 'workspace|team workspace|organisation|organization|account',
  apikey: 'api key|api keys|apikey|api token|access token|tokens',
  api: 'api|rest api|integration|integrations|automation|terraform|command line|cli',
  export: 'export|exports|pdf|csv|json|download|print|as a pdf|as pdf',
  branding:
    'own logo|our own logo|company logo on|white label|whitelabel|branding|branded|logo on the pdf|logo on reports|logo on the report|logo on the pdf reports|our logo on',
  passes: 'pass|passes|passed|passing',
  ever: 'never had|never been|never was|never were|ever|of all time|all time|at any time|in the past',
  keep: 'how long do you keep|how long is it stored|how long is it kept|do you keep it|keep it|stored|is it stored|store it|retention',
  share:
    'without account|without login|without a login|without logging in|without an own account|share|share link|shared report|send the report|report to my client|share a report|without an account|public link|send to my client|client',
  flatten:
    'flatten|flattened|flattening|flattened spf|flattening configurations|hosted spf|hosted record|hosted records|spf flattening|hosted spf records|flattened records|flattening configs|flattening configuration|flattening config|spf flattening configs|spf flattening configurations|configs',
  headers:
    'headers did we analyze|headers did i analyze|headers we analyzed|headers i analysed|headers did we analyse|headers have we analyzed|headers were analyzed|header analyses|header analysis|analyzed headers|analysed headers|stored headers|saved headers|headers i analyzed|mail header|message header|full header|full mail header|email header|header analyzer|header analyser|paste a header|a header|paste a mail header|paste the header|paste a full mail header',
  threatquota:
    'threat lookup|threat lookups|vt lookups|virustotal lookups|virustotal queries|vt queries|reputation lookups',
  chatquota: 'chat messages|chat message|messages to you|questions can i ask|questions a day',
  watchedaddress:
    'watch ip|watch the ip|watch this ip|monitor ip|monitor this ip|monitor the ip|watched address|watched addresses|watch an ip|watch ip addresses|watch ips|watch addresses|ips can i watch|ips can i have|addresses can i watch|watched ips|ip addresses can i watch|watch for blocklistings|watch for blacklistings|ips can we watch',
  activity:
    'did i change|did i delete|did i remove|did i accept|did i mute|did i invite|domain did i add|domains did i add|have i changed|have i deleted|have i removed|have i accepted|have i muted|have i invited|audit log|activity log|who did|did someone delete|did someone remove|did someone add|did someone change|did someone invite|did someone accept|did someone mute|did someone edit|did anyone delete|did anyone remove|did anyone add|did anyone change|did anyone invite|did anyone accept|did anyone mute|did anyone edit|did somebody delete|did somebody remove|did somebody add|did somebody change|did somebody invite|did somebody accept|did somebody mute|did somebody edit|did anybody delete|did anybody remove|did anybody add|did anybody change|did anybody invite|did anybody accept|did anybody mute|did anybody edit|has someone deleted|has someone removed|has someone added|has someone changed|has someone invited|has someone accepted|has someone muted|has someone edited|has anyone deleted|has anyone removed|has anyone added|has anyone changed|has anyone invited|has anyone accepted|has anyone muted|has anyone edited|has somebody deleted|has somebody removed|has somebody added|has somebody changed|has somebody invited|has somebody accepted|has somebody muted|has somebody edited|has anybody deleted|has anybody removed|has anybody added|has anybody changed|has anybody invited|has anybody accepted|has anybody muted|has anybody edited|who changed|who deleted|who removed|who added|who put|who registered|who imported|who entered|who accepted|who muted|who invited|who set|who turned|who renamed|who edited|who modified|who created|who revoked|who scheduled|who upgraded|who tagged|by whom|which of us|who of us|audit|activity|log of changes',
  adddomain:
    'add a domain|add my domain|add domain|add another domain|add domains|add a new domain|register a domain|new domain here',
  deletedomain:
    'delete domain|delete my domain|delete a domain|remove domain|remove a domain|remove my domain|delete|remove from my list|from my list|remove from the list',
  rescan:
    'rescan|scan again|scan it again|scan now|new scan|run a scan|start a scan|scan it now|again now|re scan|scan the domain',
  publishit:
    'publish|publish it|in my dns|for me|set it up for me|change my dns|edit my dns|in dns for me|do it for me|dns for me|push',
  sendit: 'send a test mail|send a mail|send me a mail|send an email|email me|test mail|test message|test email',
  method:
    'calculate|calculated|computed|calculation|how is the score|how do you score|scoring|score made|score work|score works|determined|come about',
  privacy:
    'mailboxes|read our mailboxes|read my mail|read my mails|read our mails|store the contents|contents|content of our mails|personal data|gdpr|privacy|data protection|where is my data|data stored|store our mails|read our emails',
  freq: 'how often|frequency|every how many|interval',
  model:
    'model|language model|ai model|llm|chatgpt|gpt|openai|claude|gemini|artificial intelligence|are you an ai|are you ai|are you a bot|are you a robot|are you human|who are you|what are you|who made you|am i talking to|a robot|a bot|a human|system prompt',
  hello: 'hi|hello|hey|good morning|good afternoon|good evening|greetings',
  thanks: 'thanks|thank you|thx|thank|cheers|awesome|got it|great|perfect|well done|nice',
  help: 'help|what can you do|what can i ask|what can you answer|what do you know|how does this work|what do you do',
  changed:
    'change|changed|changes|new|news|whats new|what is new|anything new|different than|what happened|happened|happen|replaced|modified|altered|dns changes|dns history|recent changes|history|look like before|before the last change|used to have|used to be|was before|previous|previously|before|develop|developed|development|trend|over time|timeline',
  dropped:
    'drop|dropped|drops|fall|fell|fallen|falls|decrease|decreased|went down|lost score|worsened|got worse|became worse|deteriorated|decline|declined|sink|sank|down to|fewer points now|lost points|lose points',
  lose: 'lose|lost|loses|losing',
  rose: 'rise|rose|risen|increase|increased|went up|gained|improved|better than before|gain points|gained points|improvement',
  broken:
    'what happens to my newsletters|what happens to my newsletter|what happens to my mail|what happens to my mails|what happens to my emails|what happens to my mailings|what happens to our newsletters|what happens to our newsletter|what happens to our mail|what happens to our mails|what happens to our emails|what happens to our mailings|what would happen to my newsletters|what would happen to my newsletter|what would happen to my mail|what would happen to my mails|what would happen to my emails|what would happen to my mailings|what would happen to our newsletters|what would happen to our newsletter|what would happen to our mail|what would happen to our mails|what would happen to our emails|what would happen to our mailings|broken|break|broke|breaks|stopped working|failing|fails|fail|failed|invalid|permerror|not working|does not work|doesnt work|spoils|spoiled|spoil|tampers with|tampered|breaks our',
  better: 'better|better protected|more secure|safer|stronger|which is better|more points',
  worse: 'worse|less secure|weaker|fewer points|behind|less points',
  stricter: 'stricter|strictest|strict policy|harder',
  exist:
    'exist|exists|present|set up|configured|published|publish a|publishes|in place|there|available|have at all|at all|missing record|deployed|active|activated|enabled',
  registrar: 'registrar|domain registrar|registry',
  tests: 'test|tests|tested|testing|tester|try out',
  without:
    'although nothing changed|but nothing changed|nothing changed on our side|nothing has changed on our side|we changed nothing|i changed nothing|we did not change anything|did not change anything|without changing anything|without|no|not|missing|lack|lacks|lacking|none|nothing|neither|nobody|never|absent|not have|cannot|nor|miss|is missing|unprotected|instead of|a dash|dash',
  only: 'only|just|solely|exactly',
  except: 'except|apart from|besides|other than|excluding|but not',
  all: 'everywhere|all of them|all of ours|all of those|domains where|domains whose|ones where|ones whose|all|all domains|all of our domains|all my domains|all our domains|every domain|each domain|my domains|our domains|the domains|across domains|everything|every|each|domains',
  deliver:
    'deliverability|delivery|deliver|delivered|inbox|junk|spam|spam folder|bounce|bounces|bounced|bouncing|arrive|arrives|arriving|land in spam|lands in spam|reach the inbox|lands|land|goes to spam|go to spam|improve deliverability|late|rejected|refused|put us in spam|put my mail|put our mail',
  shown:
    'provider says|provider shows|provider claims|provider said|hoster says|hoster shows|hoster claims|hoster said|host says|host shows|host claims|host said|support says|support shows|support claims|support said|mxtoolbox says|mxtoolbox shows|mxtoolbox claims|mxtoolbox said|dmarcian says|dmarcian shows|dmarcian claims|dmarcian said|easydmarc says|easydmarc shows|easydmarc claims|easydmarc said|tool says|tool shows|tool claims|tool said|checker says|checker shows|checker claims|checker said|website says|website shows|website claims|website said|competitor says|competitor shows|competitor claims|competitor said|test says|test shows|test claims|test said|report says|report shows|report said|report showed|page says|page shows|page said|page showed|dashboard says|dashboard shows|dashboard said|dashboard showed|screen says|screen shows|screen said|screen showed|it says|card says|card shows|card said|card showed|alert says|alert shows|alert said|alert showed|scan says|scan said|scan showed|report still says|report still shows|page still shows|dashboard still shows|dashboard still says|it still says|you said|you say|you told me|says something else|shows something else|says otherwise|says the opposite|shows the opposite|says it|says that',
  report:
    'report|scan report|result|results|report says|report shows|report said|report showed|report still says|report still shows',
  domain: 'domain|this domain|the domain|my domain|our domain',
  dns: 'dns|zone|dns zone',
} as const

export type Form = keyof typeof forms
export type Concept = keyof typeof concepts
