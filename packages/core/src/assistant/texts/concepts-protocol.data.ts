/** The protocols and their records: each concept with its phrases, as a question has them (`readQuestion`). */
export const protocolConcepts = {
  spf: 'spf|sfp|spff|sender policy framework|spf record|spf records|spf entry|spf entries|spf txt record',
  dkim: 'dkim|dkmi|dkin|domainkeys|domain keys|dkim record|dkim records|dkim signature|dkim signatures|dkim signing|domainkey|sign|signs|signing|signed|sign with',
  dmarc: 'dmarc|dmark|dmrac|dmarcs|dmarc record|dmarc records|dmarc entry|v dmarc1',
  mx: 'mx|mx record|mx records|mx entry|mx entries|mxs|mail exchanger|mail exchange record',
  bimi: 'bimi|brand indicators|logo|logos|brand logo|avatar|company logo|our logo|blue checkmark|blue tick|checkmark',
  vmc: 'vmc|cmc|mark certificate|verified mark certificate|common mark certificate|trademark',
  'mta-sts': 'mta sts|mtasts|mta sts policy|strict transport security|sts policy|sts',
  'tls-rpt': 'tls rpt|tlsrpt|tls reporting|tls reports|tls report|smtp tls reporting',
  dane: 'dane|tlsa|tlsa record|tlsa records|dane record',
  dnssec: 'dnssec|dns sec|ds record|ds records|ds|signed zone|rrsig|dnskey',
  caa: 'caa|caa record|caa records|issue wildcard certificates|issuewild|ca|cas',
  ptr: 'ptr record|ptr records|reverse dns|rdns|reverse record|reverse lookup|reverse entry|reverse name|fcrdns|forward confirmed|forward confirmed reverse dns|rdns record|pointer record|in addr arpa|hostname of the ip',
  'ptr-term': 'ptr|ptr mechanism|ptr term',
  starttls: 'starttls|start tls|tls|ssl|encryption|encrypted|encrypt|tls connection|tls 1 2|tls 1 3',
  certificate:
    'self signed|self signed certificate|certificate|certificates|cert|certs|ssl certificate|tls certificate|lets encrypt|letsencrypt|certbot|acme|expired|expire|expires|expiring',
  renewal: 'renewal|renew|renewed|renewing|new certificate|certificate renewal|renews',
  arc: 'arc|arc seal|authenticated received chain',
  srs: 'srs|sender rewriting|sender rewriting scheme',
  'null-mx': 'null mx|nullmx|mx 0|null mx record',
  'backup-mx':
    'backup mx|secondary mx|second mx|backup mail server|fallback mx|backup mail exchanger|two mx|lower priority mx|backup mailserver|second mail server',
  dns: 'dns|dns record|dns records|txt|txt record|txt records|cname|cnames|cname record|zone|zone file|dns zone|name server|name servers|nameserver|nameservers|dns entry|dns entries|dns settings|dns change|dns changes|dns provider',
  record: 'record|records|entry|entries',
  ttl: 'ttl|ttls|time to live|propagate|propagated|propagation|propagating|dns cache|cache|cached|caches|caching|take effect|takes effect|go live|goes live|live everywhere|in effect|visible|become visible|visible everywhere|show up everywhere',
  selector: 'selector|selectors|dkim selector|dkim selectors',
  key: 'key|keys|dkim key|dkim keys|public key|private key|keypair|key pair',
  'key-size':
    'how long should a dkim|how long should such a key|how long should a key|how long should my dkim|how long should our dkim|how long should dkim|how long should the dkim|1024|2048|4096|512|768|1024 bit|2048 bit|4096 bit|bits|bit|key length|key size|strong enough|strength|how strong|ed25519|rsa|length|size',
  rotation:
    'rotate|rotation|rotated|rotating|roll over|rollover|key rotation|replace the key|change the key|change my key|change keys|change our key|renew the key|how often should the key|new key|swap the key|exchange the key|change a dkim key|change the dkim key|change our dkim key|change dkim key|change dkim keys|change a key|replace dkim key|replace a dkim key|dkim key rotation|compromised|leaked|old dkim key|old dkim keys|old key|old keys|delete a dkim key|remove a dkim key|stolen key',
  'too-long':
    '255|255 characters|too long|too large|too big|does not fit|doesnt fit|wont fit|split|exceeds|character limit|characters|string|strings|quotes|quotation marks|450 bytes|512 bytes|text strings|refuses the|how long can|how long may|maximum length|max length|how big can|longer than 255|is longer than|too many characters',
  header:
    'header|headers|email header|mail header|message header|authentication results|full header|internet headers|original message|show original',
  received:
    'received|received line|received lines|received header|received field|hop|hops|route|took hours|which server|mail path|which hop|hours off|time zone|timezone|wrong time|time zones',
  from: 'header from|from address|from header|from field|visible from|5322 from|from line|from domain|display name|reply to',
  'return-path':
    'return path|returnpath|envelope from|envelope sender|mailfrom|mail from address|bounce address|5321|envelope',
  helo: 'helo|ehlo|helo name|greeting|smtp banner',
  unsubscribe: 'unsubscribe|list unsubscribe|one click|one click unsubscribe|unsubscribing|opt out',
  identity:
    'alignment|aligned|align|aligns|dkim domain|signing domain|domain of the signature|d domain|misaligned|misalignment|allignment|alligned|dmarc alignment|spf alignment|dkim alignment|relaxed|strict|relaxed alignment|strict alignment|not aligned|unaligned',
  via: 'via|on behalf of|sent via|via sendgrid net|via amazonses com|via mcsv net',
  'dkim-error':
    'body hash|body hash did not verify|did not verify|bad signature|signature did not verify|no key for signature|signature invalid|invalid signature|key not found',
  compauth: 'compauth|composite authentication|compauth fail|reason 001|reason 000|reason 010|reason 002|reason 1',
  result:
    'pass|passes|passed|passing|fail|fails|failed|failing|failure|softfail|spf softfail|spf fail|spf pass|dkim pass|dkim fail|dmarc pass|dmarc fail|neutral|temperror|permerror|spf none|dkim none|dmarc none|spf neutral|mismatch|mismatches|mismatched',
  difference:
    'difference between|versus|vs|work together|works together|relate|belong together|fit together|interact|what does each|play together',
  'verdict-fields':
    'scl|bcl|sfv|spam confidence level|forefront|x forefront antispam report|bestguesspass|antispam report|bulk complaint level|cat spm|cat phsh',
  cname: 'cname|alias|aliases',
  priority: 'priority|priorities|preference|preferences|mx priority|comes first|which mx first|tried first',
  'rr-type': 'type spf|spf type|record type|type 99|type txt|of type',
  permerror: 'permerror|permanent error|temperror|perm error',
  'ns-change':
    'changed my name servers|changed name servers|change name servers|changed our name servers|changed nameservers|changed my nameservers|change nameservers|moved dns|change the dns provider|changed the dns provider|change dns provider|change our dns provider|switched dns|switch dns provider|new name servers|new nameservers|transfer the domain|transferred the domain|domain transfer|moved the domain|move dns|moved our dns|move our dns|moving dns|new registrar|moved the zone|changing name servers|changing nameservers',
  'where-dns':
    'where is my dns|where my dns|where our dns|dns is hosted|dns hosted|who hosts my dns|where do i enter|where do i add|where to add|where are dns records|where do i change dns|where do i manage|who runs my dns|where is our dns|where do i edit|where do i find my dns',
} as const satisfies Record<string, string>
