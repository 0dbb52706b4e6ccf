/** Questions of real threads, each with what an answer to it must have: parts of regular expressions. */
export const threads: readonly (readonly [question: string, ...must: string[]])[] = [
  [
    'Mail from monitoring.example lands in Junk at Outlook and Hotmail but is fine at Gmail. Any idea?',
    'reputation|complain|SNDS|DMARC|p=none|monitors',
  ],
  ['How do I see how many Gmail users mark our mail as spam?', 'Postmaster Tools'],
  [
    "Gmail shows 'via sendgrid.net' next to our sender name. How do I get rid of that?",
    'DKIM|sign|authenticat|return[- ]path',
    'own domain|your domain|align|CNAME',
  ],
  [
    'How many emails a day can I send before the providers treat me as a spammer?',
    '5,?000|no fixed|bulk|complain|slow|volume',
  ],
  ['How do I stop all this spam coming into my own inbox?', 'spam filter|mailbox provider|report (it|spam)'],
  [
    'Password reset mails of shop.example arrive late or not at all. Where do I start looking?',
    'Header Analyzer|delay|\\blogs?\\b|signed|unsigned',
  ],
  [
    '550 5.7.1 Service unavailable, Client host [203.0.114.60] blocked using Spamhaus. That is the mail server of listed.example. What do I do?',
    'Spamhaus',
    'relay|cause',
  ],
  [
    'Yahoo defers us: 421 4.7.0 [TSS04] Messages temporarily deferred due to unexpected volume or user complaints',
    'tempor|defer|retr|later|again',
    'complain|volume',
  ],
  [
    'Gmail answers 421-4.7.28 "unusual rate of unsolicited mail originating from your IP address". How do I get out of this?',
    'tempor|slow|rate limit|retr|later',
    'complain|volume|unsolicited|compromis',
  ],
  [
    '550 5.7.509 Access denied, sending domain shop.example does not pass DMARC verification and has a DMARC policy of reject. It was our new CRM that sent it.',
    'reject',
    'align|(CRM|service).{0,200}(SPF|DKIM|sign)|not (in|list)',
  ],
  [
    "550 5.7.1 Unfortunately, messages from [203.0.114.64] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
    'Microsoft|Outlook|Hotmail',
    '(own|internal|their).{0,60}(list|block)|delist|support|SNDS',
  ],
  ['554 5.4.14 Hop count exceeded - possible mail loop, since we changed a connector at Microsoft 365', 'loop|hop'],
  [
    '451 4.7.1 Greylisting in action, please come back later. Do I have to do something?',
    'later|again|retr|tempor|wait|nothing',
  ],
  ['Can I switch monitoring.example from p=none to p=reject now?', 'reports?', 'quarantine'],
  [
    'For young.example I would like to skip quarantine and go straight to reject. Any objection?',
    'reports?',
    'quarantine',
  ],
  ['What is the sp= tag and when do I need it?', 'subdomain'],
  [
    'Does my DMARC policy also filter the mail that I receive?',
    "(no|not|n't).{0,140}(receive|incoming|filter)|claims to be from your domain|in your name|own domain",
  ],
  ['I read that pct is gone in the new DMARC RFC. What do I use instead?', 't=y|\\bt tag|testing'],
  [
    'Can a domain have two DMARC records?',
    '(no|not|only one|neither|ignore|more than one|two).{0,60}records?\\b|one DMARC record|ignore (both|them)',
  ],
  [
    'Google mails me a zipped XML every morning since I added DMARC. What do I do with it?',
    'report',
    '(who|which|server|service).{0,140}(send|pass|fail)|SPF or DKIM',
  ],
  [
    'How often do the aggregate reports come and from whom?',
    'dail|every day|once a day|24 hours',
    'receiver|provider|Google|Microsoft|Yahoo',
  ],
  ['May I use my private Gmail address in rua?', 'authori[sz]|other domain|external|another domain|same domain|agree'],
  [
    'Which SPF mechanisms count toward the ten lookups?',
    'include',
    'ip4|ip6|\\bmx\\b.{0,60}(a\\b|exists|redirect)|redirect|exists',
  ],
  [
    'Is it allowed to have two SPF records, one per service? twospf.example has that.',
    'permerror|ignore',
    '\\b(one|merge|single|only)\\b',
  ],
  ["what's wrong with ?all in neglected.example", 'neutral|says nothing'],
  ['My SPF record is longer than 255 characters. Is it invalid?', '255', 'string|split|quot|several|parts'],
  ['Is the ptr mechanism in the SPF of neglected.example bad?', 'ptr', 'slow|unreliable|replace|skip|remove'],
  [
    'Our agency wrote +all into the SPF of everyone.example so that the newsletter arrives. Good or bad?',
    '\\+all',
    'every|any|anyone|world|spoof',
  ],
  ['redirect= or include: in SPF, what is the difference?', 'redirect', 'include'],
  [
    'Customers who forward our shop.example mail to their accountant say it bounces since we have p=reject. What can we do?',
    'forward',
    'DKIM',
  ],
  [
    'Colleagues write to mailing lists from perfect.example (p=reject) and the list members never get it. What are the options?',
    'list',
    'signature|DKIM|From|quarantine|rewrit|ARC',
  ],
  ['Should I add the forwarding servers of my customers to my SPF record?', "\\b(no|not|don't)\\b", 'forward'],
  [
    'Does the DMARC policy of hosted.example also cover newsletter.hosted.example?',
    'quarantine|cover|inherit|applies|same policy',
    'subdomain|newsletter\\.hosted\\.example|below',
  ],
  [
    'Should newsletters go out from a subdomain instead of the main domain?',
    'reputation|separate|lookup|own SPF|risk|main domain',
  ],
  [
    'My IP is on the Spamhaus PBL although I never sent spam. Is that a black mark?',
    'PBL',
    'policy|dynamic|end[- ]user|residential|provider|smart ?host',
  ],
  [
    'hosted.example is on a blacklist but we never spammed. What can we do?',
    'shared|Google',
    'contact|customers|must end|provider',
  ],
  ['Does Gmail use Barracuda or UCEPROTECT at all?', "\\b(not|no|n't|own|known|publish)\\b"],
  ['mx.listed.example is an open relay. How do I close it?', 'SMTP AUTH|authenticat', 'own domains|your domains'],
  [
    "After the Let's Encrypt renewal some senders cannot deliver to us because of DANE. Why?",
    'TLSA',
    'certificate|\\bkey\\b|fingerprint|match',
  ],
  ['What is missing at hosted.example to show our logo in Gmail?', 'BIMI', 'certificate|VMC|CMC|mark'],
  [
    'Why would a BIMI record do nothing for monitoring.example today?',
    'enforc|quarantine|reject|p=none|policy is none',
  ],
  ['My provider refuses the 2048 bit DKIM key because the TXT value is too long', '255|split|string|quot|parts'],
  ['We get a new dedicated IP next week. How do I warm it up?', 'slow|gradual|small|step by step|some weeks|increase'],
  ['From how many mails per month does a dedicated IP make sense?', 'volume|low|\\d{2},?\\d{3}'],
  ['We switch from Mailchimp to Brevo. Will our reputation suffer?', 'warm|slow|domain|reputation|volume'],
  [
    "What does 'spf=softfail dkim=pass dmarc=pass' in a header mean?",
    'softfail|does not list|flag',
    'DKIM.{0,160}(pass|align|enough)|DMARC.{0,100}pass',
  ],
  ['What does compauth=fail reason=001 mean in a Microsoft header?', 'composite|implicit|Microsoft'],
  ['A mail took four hours. How do I see which hop was slow?', 'Header Analyzer|Received|hop'],
  [
    'I merged the SPF records of twospf.example an hour ago but you still show two. Why?',
    'rescan|scan (it |the domain )?again|new scan|last scan',
  ],
  ['Do I need a backup MX these days?', "\\b(no|not|n't|optional)\\b|retry|queue"],
  ['What is a null MX?', 'no mail|accepts no|takes no|not accept'],
  [
    'The contact form on the WordPress site of marketing.example always ends up in spam. The web server sends it directly. What is wrong?',
    'SPF|DKIM|authenticat|sign',
    'web ?server|web ?site|form|203\\.0\\.114\\.14|SMTP',
  ],
  ['Does the SPF record go on @ or on www?', '@|(domain|name) itself|root|apex|at (the|your) domain'],
  [
    'I register a new domain tomorrow. In which order should I set up MX, SPF, DKIM and DMARC?',
    'SPF',
    'DKIM',
    'DMARC',
    'first|then|p=none|order',
  ],
]

/** What no answer to them may have. */
export const mustNot: readonly string[] = [
  'sendgrid\\.net is not among',
  'I know no scan of',
  'I know no scan of 203\\.0\\.114\\.64',
  'Not yet: fix these first.{0,160}SPF ends in ~all without DMARC',
  'newsletter\\.hosted\\.example is not among',
  'your (IP|address) sent spam',
]
