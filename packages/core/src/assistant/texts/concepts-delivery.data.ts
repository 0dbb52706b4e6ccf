/** What happens to mail, and who does it. */
export const deliveryConcepts = {
  gmail: 'gmail|google|googlemail|google mail|googles|gmails|gmail users|gmail recipients',
  microsoft:
    'microsoft|outlook|hotmail|msn|office 365|office365|o365|m365|microsoft 365|exchange online|eop|exchange|microsofts|outlooks|outlook users|hotmail users|outlook com',
  yahoo: 'yahoo|aol|yahoos|yahoo mail|yahoo users',
  gmx: 'gmx|web de|webde|united internet|1und1',
  apple: 'apple|icloud|apples|icloud mail',
  receiver:
    'receiver|receivers|mailbox provider|mailbox providers|recipient|recipients|recipient server|big providers|large providers|inbox providers|providers|receiving server|the provider|destination',
  refused:
    'bounce|bounces|bounced|bouncing|ndr|ndrs|non delivery|rejected|rejects|rejecting|refuse|refuses|refused|refusing|rejection|refusal|denied|undeliverable|not delivered|undelivered|delivery failed|delivery failure|mailer daemon|returned|comes back|came back|error|errors|error message|error code|code|smtp error|blocked|blocks|blocking|never get it|never get them|never arrives|never arrive|do not arrive|doesnt arrive|dont arrive|not arrive|not arriving|lost|lose|dont get it|do not get it|cannot deliver|cant deliver|not reach|dont reach|disappear|disappears|vanish|get through|got through|not getting through|deliver|delivers|delivered|delivery',
  deferred:
    'deferred|defers|defer|deferral|temporarily deferred|temporary|temporarily|delayed|delay|delays|late|slow|takes hours|four hours|throttled|throttling|rate limited|rate limit|queue|queued|retry|retries|try again later',
  'spam-folder':
    'spam|junk|spam folder|junk folder|spambox|spam box|junk mail|marked as spam|flagged as spam|in spam|into spam|spam filter flags|goes to spam|land in spam|lands in spam|promotions|promotions tab|spammy|junked|flagged|spamfolder|junkfolder|inbox placement|quarantine folder|spam filtered',
  'all-pass':
    'all pass|all passes|everything passes|passes everything|all green|pass everything|all checks pass|everything is green|all ok|everything ok|all valid|all set up|fully authenticated|all correct|all three pass|everything is set up|all records|authentication is fine|perfect score|all good|everything pass|100 points|10 10|score of 100|all checks',
  incomingspam:
    'spam i get|spam i receive|spam we get|spam we receive|spam coming|get so much spam|getting so much spam|receive so much spam|spam in my inbox|spam in our inbox|too much spam|so much spam|lots of spam|stop spam|stop all this spam|stop all the spam|spam coming in|all this spam|less spam|spam to my|get rid of spam|get spam|receive spam|receiving spam|spam we are getting|getting spam|getting tons of spam|tons of spam|block a sender|block senders|block this sender|block an address',
  forwarding:
    'forward|forwards|forwarded|forwarding|forwarder|forwarders|auto forward|autoforward|auto forwarding|email forwarding|mail forwarding|redirected to|forwarding service|forwarding servers|forwarding server|auto|forwards automatically',
  list: 'mailing list|mailing lists|mailinglist|mailinglists|mailman|listserv|google group|google groups|discussion list|list server|list software|list members|distribution list|sympa|majordomo|groups io',
  send: 'send|sends|sending|sent|sender|senders|mail out|mailing|mailings|deliver mail|outgoing|outbound|relay through',
  receivemail: 'receives|receive mail',
  service:
    'service|services|esp|esps|email service|email service provider|crm|saas|platform|newsletter tool|newsletter service|marketing tool|mailing service|mail service|third party|third parties|tool|tools|app|software|system|systems|webshop|web shop|online shop|ticket system|helpdesk|billing system|erp|invoice|invoices|provider|application|email tool|mail tool|partners',
  newsletter:
    'newsletter|newsletters|campaign|campaigns|marketing mail|marketing mails|marketing emails|marketing email|bulk mail|bulk email|mass mail|mass mailing|promotional|mailshot|email marketing|promo|transactional|transactional mail|order confirmations|notifications|bulk|cold email|cold emails|cold outreach|outreach|mailing|mailing to',
  mail: 'mail|mails|email|emails|e mail|e mails|message|messages|email message|mail traffic|correspondence|letter|letters',
  domain:
    'domain|domains|main domain|domain name|domain names|root domain|brand|apex|parent domain|organizational domain',
  server:
    'server|servers|mail server|mail servers|mailserver|mailservers|smtp server|host|hosts|hosting|hoster|hosting provider|vps|machine|smtp|postfix|exim|exchange server',
  address:
    'ip|ips|ip address|ip addresses|address|addresses|email address|sending ip|our ip|my ip|netblock|subnet|network',
  web: 'web server|webserver|website|web site|wordpress|contact form|contact forms|web form|form|forms|php|php mail|wp mail|joomla|typo3|woocommerce|drupal|plugin|site|web host|webhost|form mails|form mail',
  reset:
    'password reset|password resets|reset mails|reset emails|reset mail|confirmation mails|verification mails|verification code|verification codes|2fa codes|order mails|one time codes|order confirmation|login codes|activation mails|otp|confirmation mail|confirmation email|confirmation emails',
  shared:
    'shared|shared ip|shared address|shared server|shared hosting|neighbor|neighbors|neighbour|neighbours|other customers|someone else on|same ip|shared ips|shared pool|shared addresses|bad neighbours|bad neighborhood',
  dedicated: 'dedicated|dedicated ip|dedicated address|own ip|dedicated ips|dedicated ip address|private ip',
  warm: 'warm|warm up|warming|warming up|warmup|warmed|warmed up|warm it up|ramp|ramp up|ip warming|ip warmup|domain warmup|build reputation|build a reputation|build up reputation|warm up plan|warmup plan|plan for',
  'new-ip': 'new ip|brand new ip|new dedicated ip|fresh ip|cold ip|new ip address|new ip addresses|new ips|new address',
  'new-domain':
    'new domain|brand new domain|fresh domain|young domain|new domains|register a domain|bought a domain|bought a new domain|just registered',
  volume:
    'volume|how many emails|how many mails|how many messages|emails a day|mails a day|mails per day|emails per day|mails per month|emails per month|5000|5 000|daily limit|sending limit|sending limits|volumes|daily volume|messages a day|messages per day|emails an hour|how much mail|how much email|10000|10 000|100000|100 000|50000|50 000|mails a month|emails a month|mails an hour|emails per hour|mails per hour|messages per hour|messages a month|mails per week|emails per week|mails a week|emails a week|thousand emails|thousand mails|contacts|subscribers',
  complaint:
    'complaint|complaints|complain about spam|complaint rate|complaint rates|spam rate|spam rates|spam complaint|spam complaints|mark as spam|mark our mail as spam|mark us as spam|mark it as spam|report as spam|report us as spam|marks us as spam|reported as spam|reported spam|feedback loop|feedback loops|fbl|mark our mails as spam|mark our emails as spam|mark my emails as spam|hit the spam button|spam button|users mark|people mark|recipients mark|jmrp|0 3|0 1|0 3 percent',
  postmaster:
    'postmaster|postmaster tools|google postmaster|google postmaster tools|snds|sender hub|postmaster site|smart network data services',
  standing: 'reputation|sender reputation|domain reputation|ip reputation|sending reputation',
  reputation:
    'reputation|reputations|domain reputation|ip reputation|sender reputation|sender score|sending reputation|trust|trusted|sender rating|deliverability|delivery rate',
  esp: 'switch from|switching from|migrate from|moving from|move from|change provider|change providers|switch provider|switch providers|change our esp|switch esp|switch esps|new esp|change esp|new provider|change our provider|switch our provider',
  bulkrules:
    'sender requirements|sender guidelines|bulk sender|bulk senders|bulk rules|sender rules|bulk sender rules|bulk requirements|new rules|new requirements|high volume sender|high volume senders|sender requirements of|rules for senders|rules for bulk|google and yahoo requirements|guidelines|requirements|bulk email rules|bulk mail rules',
  listed:
    'blacklist|blacklists|blacklisted|black list|black lists|blocklist|blocklists|blocklisted|block list|block lists|rbl|rbls|dnsbl|dnsbls|listed|listing|listings|delist|delisted|delisting|get off|spamhaus|barracuda|uceprotect|spamcop|sorbs|removed from|removal|unlist|get listed|on a list|block listed|surbl|uribl|sbl|css|xbl|dbl|zen|abusix|truncate|psbl|deny list|denylist|got listed|removed|get removed|remove us|remove me|barracudas|spamhauss|level 3|level 2|level 1',
  xbl: 'xbl|exploits block list|exploits blocklist',
  pbl: 'pbl|policy block list|spamhaus pbl|policy blocklist|dynamic ip|residential ip|residential|dynamic address|home connection|dial up|home server|dsl line|home internet',
  innocent:
    'never spammed|never sent spam|never send spam|not spammers|no spammers|we are no spammers|did nothing wrong|havent sent spam|have not sent spam|dont send spam|do not send spam|didnt send spam|did not send spam|dont spam|do not spam|innocent|false positive|by mistake|not our fault|without sending spam|did not spam|didnt spam|send no spam|no spam sent|sent no spam|we send no spam',
  uses: 'use barracuda|use spamhaus|uses spamhaus|use blacklists|which blacklists|which lists|which blocklists|public blacklists|public blocklists|look at blacklists|check blacklists|care about|relevant|do they use|use blocklists|uses blacklists|uses barracuda|rely on',
  spoof:
    'spoof|spoofed|spoofing|spoofer|spoofers|forged|forge|forging|fake|faked|fake mail|fake emails|fake invoices|phishing|phish|impersonate|impersonated|impersonating|impersonation|pretend to be|pretends to be|pretending|in our name|in my name|in the name of|using my domain|using our domain|uses our domain|uses my domain|abuse our domain|abuses our domain|from our address|from my address|from my own address|looks like it comes from us|our ceo|ceo fraud|bec|scammer|scammers|backscatter|bounces for mail|bounces of mail|i never sent|we never sent|did not send|didnt send|scam|from myself|from ourselves|myself|fraud|spoofs|lookalike|lookalikes|look alike|look alikes|typosquatting|similar domain|similar domains|lookalike domains|impersonates',
  'open-relay':
    'open relay|open relays|relay|relaying|relays|open proxy|unable to relay|relay access|relaying denied|relay denied|relay access denied|open mail relay|smtp auth',
  close:
    'close|closing|fix it|stop it|secure it|shut|lock down|turn off|disable|repair|prevent|avoid|protect|protecting|fix|stop|stops|fixing|repairing|undo',
  'no-mail':
    'no mail|no email|never sends|never send|does not send|doesnt send|do not send|dont send|sends no mail|send no mail|without mail|without email|non mail|not used for mail|not used for email|unused for mail|parked|parked domain|parked domains|unused domain|unused domains|unused|does not receive|doesnt receive|only a website|just a website|only for a website|defensive|not send mail|dont use for email|isnt used for email|not use for email|not use for mail|sends no email|only redirects|domain redirects|typo domains|never used',
  'mx-move':
    'change mx|move mx|moving mx|mx change|switch mx|change our mx|change the mx|move our mail|move mail|migrate mail|migrate email|migrate our mail|mail migration|email migration|migrating|migration|cut over|cutover|move our mailboxes|move mailboxes|switching mail provider|change mail provider|switch mail provider|moving to google workspace|moving to microsoft 365|moving to office 365|move to google workspace|move to microsoft 365|move to office 365|mail server move|mx records change|swap the mail server|swap its mail server|swap our mail server|swap mail servers|replace the mail server|replace our mail server|change the mail server|change our mail server|change mail servers|new mx|new mail host|new mail provider|mailboxes to another|new mail server',
  leftover:
    'what to remove|what to delete|what should i remove|what should we remove|what should i delete|what should we delete|what can i remove|what can we remove|what can i delete|what can we delete|what do i remove|what do we remove|what do i delete|what must i remove|what has to go|what do i have to remove|what do i have to delete|what do i have to clean up|what do we have to clean up|what needs to be removed|to clean up|clean up|cleanup|clean out|tidy up|left over|leftover|leftovers|which old records|which old dns records|which old entries|delete old records|remove old records|delete the old records|remove the old records|delete old entries|delete the dkim keys of our old|delete the old dkim|remove the old dkim|remove old dkim|remove the old include|remove the old mx|delete the old mx|remove the old spf|delete the dkim key of our old|which records can i delete|which records can i remove|which records should i remove|which records should i delete|obsolete records|safe to delete|safe to remove|can i delete|can we delete|can i remove|can we remove|get rid of the old|no longer needed|remove from dns|delete from dns|still need the old|need to keep the old',
  'left-provider':
    'moved from|switched from|migrated from|changed from|went from|we moved|i moved|we switched|i switched|we migrated|i migrated|have moved|have switched|have migrated|just moved|just switched|just migrated|after moving|after switching|after migrating|after the migration|after migration|after the move|after a move|after the switch|after changing|stopped using|no longer use|dont use anymore|do not use anymore|changing mail provider|changing provider|change of provider|provider change|changed provider|changed mail provider|changed providers|changed our provider|changed the provider|old provider|previous provider|former provider|old mail provider|old mail host|old hoster|old esp|previous esp|moved to|switched to|migrated to|moved away from|left google|left microsoft|left mailchimp|left sendgrid|quit using|ended our contract|cancelled our|canceled our',
  html: 'html|html code|html tags|html tag|html entities|html entity|nbsp|quot|markup|smart quotes|curly quotes|rich text|angle brackets|xml tags',
  loss: 'losing mail|lose mail|lose emails|losing emails|without loss|without losing|losing any|downtime|losing|lose|without interruption|interruption',
  greylist:
    'greylist|greylisting|greylisted|graylist|graylisting|graylisted|grey listing|gray listing|postgrey|come back later',
  loop: 'loop|loops|mail loop|hop count|hop count exceeded|looping|looped|too many hops|mail loops|50 hops',
  order:
    'order|which order|what order|first|in which order|sequence|from scratch|checklist|start with|set up first|set up a new domain|set up email|set up mail|where do i begin|where do i start|setup',
  where:
    'www|at sign|root|apex or|on the apex|which host|which name|where do i put|where does|host field|where to put|naked domain|domain itself|on which name|which hostname|host name|where to publish|where must',
  'old-shown':
    'still show|still shows|still see|still sees|still says|still say|still displays|still report|still reports|still list|still lists|old record|old records|old value|old one|old entry|not updated|not update|stale|outdated|an hour ago|minutes ago|just changed|already changed|changed it|already fixed|fixed it|already published|published it|i merged|already merged|see the change|not see it|not visible|doesnt show up|not show up|not showing|isnt showing|doesnt show|nothing changed',
  hoster:
    'hoster|hosters|hosting provider|our host|my host|hosting company|our provider|my provider|web hoster|webhoster|hosting|colocation',
  make: 'write me|give me the|what do i enter|what exactly do i enter|do i enter|which txt record|exact record|exact txt|do i type|what to type|type into|make me|show me the|show the|what is the record|generate|the policy file|paste into',
  'do-it':
    'for me|do you really|do you test|do you check|do you read|do you store|do you calculate|do you scan|do you use|do you ask|do you support|do you send|can you publish|can you fix|can you scan|can you change|can you delete|can you add|in my plan|my plan|our plan|your plan|as a pdf|pdf|password of|forgot my password|my password|your newsletter|from your',
  'list-word': 'list|lists',
  you: 'the report of|the report says|the report shows|my report|this report|you show|waxseal|your tool|your scanner|your scan|your report|your score|your page|this tool|scan|rescan|scanner|the dashboard',
  publish:
    'publish|publishes|published|publishing|add|adds|added|adding|put|set|sets|set up|setup|create|created|creating|configure|configured|configuring|configuration|enter|install|deploy|setting up|build|change|changes|changed|changing|update|updated|edit|remove|removing|delete|enable|enabled|turn on|implement',
  allowed:
    'useless|pointless|allowed|permitted|legal|valid|invalid|ok to|okay to|bad idea|bad|good idea|good practice|enough|sufficient|work|harmful|harm|dangerous|risk|risky|risks|security risk|safe|safely|break|breaks|broken|breaking|hurt|hurts|hurting|harming|broke|affect|affects|suffer|suffers|influence|protects|protection|secure|too early|what could break|what can break|own mail|legitimate mail|could break|block our own mail',
  check:
    'check|checks|checked|checking|verify|verifies|test|tests|testing|tested|validate|validation|authenticate|authenticated|authentication|authentificate|authorize|authorized|unauthenticated|monitor|monitoring|measure|read|parse|analyze|analyse|inspect|open',
  benefit:
    'benefit|benefits|advantage|advantages|worth it|pros and cons|point of|purpose of|good for|need at all|required|mandatory|necessary|must have|makes sense|make sense|pay off|important',
  count:
    'which of my|which of our|how many of|how many domains|my domains|our domains|all domains|all my domains|all our domains|list of my|list of our|show me all|list all|list my|list our|the list of|which domains|what domains|which of them|which ones',
  mandatory:
    'mandatory|required|obligatory|compulsory|need at all|do i need|do we need|do i still need|do i really need|do we really need|do we still need|have no|have none|without a|without an|optional|what happens without|what if i have no|required by law|must i have|must we have|missing|is missing',
  'third-party':
    'third party|third parties|on our behalf|on my behalf|external service|external sender|their ips|their ip|their servers|their server|agency|agencies|in our name legitimately|external company|subcontractor',
  down: 'server is down|is down|goes down|was down|down for|outage|offline|unreachable|server fails|server failed|power cut|not reachable|maintenance',
  'where-from':
    'where do i get|where do i find|where can i find|where do i see|where to find|where to get|how do i get',
  'works-check':
    'if it works|if dkim works|if spf works|if dmarc works|works correctly|is working|are working|check if|check whether|verify that|how do i test|how can i test|test my|test our|how do i check|how can i check|how to check|how to test|set up correctly|configured correctly|working properly|how do i verify|it works|make sure that',
  'own-server':
    'own server|own mail server|self hosted|self hosting|my own server|our own server|selfhosted|own smtp server|run a mail server|run my own|run our own|own postfix',
  'main-domain': 'main domain|root domain|primary domain|company domain|corporate domain',
  'separate-ips':
    'different ips|separate ips|different ip|separate ip|separate ip addresses|different ip addresses|another ip',
  content:
    'links|link|image|images|attachment|attachments|subject line|subject lines|content|html|url shortener|pictures|spam words|bit ly',
  history:
    'who changed|who added|who removed|who deleted|when was|when were|when did|did we change|what changed|has changed|have changed|what has changed|last changed|changed since|ever change|since when|used to be',
} as const satisfies Record<string, string>
