/**
 * What the record at an include, and those below it, said when somebody read them. The counts are of terms that the
 * reading shows: where it is shortened, there are more.
 */
export interface IncludeExpansion {
  /** The year or month of the reading; null: its source does not say. */
  read: string | null
  /** Who published it. */
  source: string
  ip4: number
  ip6: number
  /** Terms that receivers look up for each message: `a`, `mx`, `ptr`, `exists`. */
  asked: number
  /** The names of all records below it. */
  below: readonly string[]
}

/** Why customers of a service may be told to include a name. */
export interface IncludeWitness {
  /** The service's page that says so, or a customer's record. A catalog of includes is neither. */
  source: string
  /** The month in which we looked: `2026-11`. */
  checked: string
  /** null: no reading was found, only the witness. */
  expansion: IncludeExpansion | null
}

const recordings = 'recordings of DNS'
const wirewiki = 'wirewiki.com, included records'
const checkdmarc = 'output of checkdmarc in public code'

const seen = (source: string, expansion: IncludeExpansion | null = null): IncludeWitness => ({
  source,
  checked: '2026-11',
  expansion,
})

/*
 * The witness of each include that we offer. Looked up in November 2026 in stored public pages and public repositories;
 * no live DNS was asked. A name whose records let the customers of another service send is not offered: whoever includes
 * it gives them SPF for the own domain. So are names without an address, and names without a record, which break the
 * record (RFC 7208 section 5.2).
 */
export const includeWitnesses: Readonly<Record<string, IncludeWitness>> = {
  '_custspf.one.com': seen('record of fabririvas.com in public code'),
  '_mailcust.gandi.net': seen('customer’s record: ministryofjustice/dns, 2026-08', {
    read: '2024',
    source: recordings,
    ip4: 4,
    ip6: 1,
    asked: 0,
    below: ['_nblcust.gandi.net'],
  }),
  '_spf-eu.ionos.com': seen('records of happyeducation.uk and suffolktennis.online in public code, 2026', {
    read: '2024',
    source: recordings,
    ip4: 6,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  '_spf-us.ionos.com': seen('record of 617east.com in public code'),
  '_spf.atlassian.net': seen('company’s record in public code, with include:stspg-customer.com'),
  '_spf.createsend.com': seen('records of ycombinator.com and sxsw.com in public code'),
  '_spf.elasticemail.com': seen('record of lisbondatascience.org in public code', {
    read: null,
    source: wirewiki,
    ip4: 0,
    ip6: 0,
    asked: 1,
    below: [],
  }),
  '_spf.google.com': seen('support.google.com/a/answer/33786', {
    read: '2026',
    source: recordings,
    ip4: 2,
    ip6: 6,
    asked: 0,
    below: [],
  }),
  '_spf.mail.hostinger.com': seen('support.hostinger.com/en/articles/1583673-what-is-hostinger-spf-record'),
  '_spf.mail.ru': seen('record of vk.com in public code'),
  '_spf.mailersend.net': seen('records of over40web.club and pulllist.app in public code'),
  '_spf.mlsend.com': seen('customer’s record: ministryofjustice/dns, 2026-08'),
  '_spf.mx.cloudflare.net': seen('cloudflare-docs, email-service/configuration/domains.mdx', {
    read: '2026',
    source: 'cloudflare-docs, email-routing/postmaster',
    ip4: 1,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  '_spf.protonmail.ch': seen('records of nono.io and sslip.io in public code', {
    read: null,
    source: checkdmarc,
    ip4: 6,
    ip6: 0,
    asked: 0,
    below: ['_spf2.protonmail.ch'],
  }),
  '_spf.qualtrics.com': seen('records of stripe.com and tesla.com in public code', {
    read: null,
    source: wirewiki,
    ip4: 15,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  '_spf.salesforce.com': seen('customer’s record: ministryofjustice/dns, 2026-08', {
    read: '2026',
    source: recordings,
    ip4: 0,
    ip6: 0,
    asked: 1,
    below: [],
  }),
  '_spf.smtp.mailtrap.live': seen('sample records of mailtrap’s own clients in public code'),
  '_spf.wpcloud.com': seen('records of awonderfullife.ca and qmcpy.org in public code, 2026'),
  '_spf.yandex.net': seen('record of sellerproof.ru in public code'),
  'amazonses.com': seen('customers’ records: ministryofjustice/dns, 2026-08', {
    read: '2025',
    source: recordings,
    ip4: 12,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'aspmx.pardot.com': seen('record of paypal.com in public code'),
  'aspmx.sailthru.com': seen('records of dowjones.com and others in public code'),
  'cust-spf.exacttarget.com': seen('record of em.target.com in public code', {
    read: null,
    source: 'output of an SPF check in public code',
    ip4: 37,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'customeriomail.com': seen('record of unblock-us.com on wirewiki.com'),
  'email.chargebee.com': seen('record of tryhackme.com in public code'),
  'email.freshdesk.com': seen('record of onedegree.hk in public code'),
  'emailsrvr.com': seen('docs.rackspace.com/docs/dns-record-definitions'),
  'emsd1.com': seen('records of nac.nl and trysparrow.com in public code'),
  'eu.mailgun.org': seen('record of spatie.be in public code'),
  'eu.zcsend.net': seen('record of carismaaesthetics.com in public code', {
    read: '2026-08',
    source: 'the same customer, dig',
    ip4: 3,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'eu.zeptomail.net': seen('record of axion-ia.com in public code, 2026-09'),
  'helpscoutemail.com': seen('record of pypi.org in public code', {
    read: null,
    source: wirewiki,
    ip4: 6,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'icloud.com': seen('support.apple.com/102374', {
    read: null,
    source: 'survey of DNS in public code',
    ip4: 16,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'mail.zendesk.com': seen('customer’s record: ministryofjustice/dns, 2026-08', {
    read: '2017',
    source: recordings,
    ip4: 6,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'mailbox.org': seen('kb.mailbox.org, spam reputation of your own domain', {
    read: null,
    source: 'resolvectl in a public post',
    ip4: 4,
    ip6: 1,
    asked: 1,
    below: [],
  }),
  'mailgun.org': seen('customers’ records: ministryofjustice/dns, 2026-08', {
    read: '2023',
    source: recordings,
    ip4: 27,
    ip6: 0,
    asked: 0,
    below: ['_spf.mailgun.org', '_spf.eu.mailgun.org'],
  }),
  'mktomail.com': seen('record of hackerone.com in public code', {
    read: null,
    source: 'dig in public code',
    ip4: 10,
    ip6: 1,
    asked: 0,
    below: [],
  }),
  'mx.ovh.com': seen('OVHcloud documentation of SPF', {
    read: '2024',
    source: recordings,
    ip4: 2,
    ip6: 0,
    asked: 2,
    below: [],
  }),
  'relay.mailbaby.net': seen('record of havamania.com in public code'),
  'relay.mailchannels.net': seen('record of spd.co.il in public code'),
  'send.aweber.com': seen('record of hakes.com in public code'),
  'sendersrv.com': seen('records of essafariavoyages.com and frontaliereticino.ch in public code, 2026'),
  'sendgrid.net': seen('customers’ records: ministryofjustice/dns, 2026-08', {
    read: '2024',
    source: recordings,
    ip4: 9,
    ip6: 0,
    asked: 0,
    below: ['ab.sendgrid.net'],
  }),
  'sent-via.netsuite.com': seen('record of adarx.com in public code'),
  'servers.mcsv.net': seen('record of microchip.com in public mail headers', {
    read: '2024',
    source: recordings,
    ip4: 3,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'sparkpostmail.com': seen('documentation of Braze on SPF lookups', {
    read: null,
    source: wirewiki,
    ip4: 0,
    ip6: 0,
    asked: 1,
    below: [],
  }),
  'spf.antispamcloud.com': seen('record of painelrevenda.vip in public code'),
  'spf.brevo.com': seen('customer’s record: ministryofjustice/dns, 2026-08', {
    read: '2026-09',
    source: 'a customer’s report in public code, shortened',
    ip4: 1,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'spf.efwd.registrar-servers.com': seen('record of aligned.click in public code, 2026-08'),
  'spf.ess.barracudanetworks.com': seen('record of kawaius.com in public code'),
  'spf.forwardemail.net': seen('Forward Email documentation of outbound mail'),
  'spf.hornetsecurity.com': seen('record of heise.de in public code'),
  'spf.improvmx.com': seen('record of testsynclab.com in public code'),
  'spf.mail.intercom.io': seen('records of hackerone.com and hashicorp.com in public code'),
  'spf.mailjet.com': seen('record of frontaliereticino.ch in public code, 2026-08', {
    read: '2024',
    source: recordings,
    ip4: 5,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'spf.mandrillapp.com': seen('record of cloudflare.com in public code', {
    read: null,
    source: checkdmarc,
    ip4: 12,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'spf.messagelabs.com': seen('customer’s record: ministryofjustice/dns, 2026-08'),
  'spf.messagingengine.com': seen('records of jentz.co and maskinskrift.se in public code', {
    read: null,
    source: wirewiki,
    ip4: 2,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'spf.migadu.com': seen('records of efhd.dev and karolak.fr in public code'),
  'spf.mtasv.net': seen('records of autonomys.net and getoswald.com in public code', {
    read: '2017',
    source: recordings,
    ip4: 2,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'spf.privateemail.com': seen('records of familyfindersbook.com and ww.cx in public code, 2026', {
    read: null,
    source: 'a lookup in a public post',
    ip4: 7,
    ip6: 0,
    asked: 0,
    below: ['fbrelay.privateemail.com', 'se.privateemail.com'],
  }),
  'spf.protection.office365.us': seen('Microsoft documentation'),
  'spf.protection.outlook.com': seen('learn.microsoft.com/defender-office-365/email-authentication-spf-configure', {
    read: '2024',
    source: recordings,
    ip4: 6,
    ip6: 5,
    asked: 0,
    below: [],
  }),
  'spf.protection.partner.outlook.cn': seen('Microsoft documentation of the service of 21Vianet'),
  'spf.smtp2go.com': seen('records of fredlackey.com and handyworks.com in public code'),
  'spf.titan.email': seen('record of wenumapuonline.com in public code'),
  'spf.tmes.trendmicro.com': seen('record of faradaypharma.com in public code, 2026', {
    read: '2024',
    source: recordings,
    ip4: 26,
    ip6: 0,
    asked: 0,
    below: ['spfb.tmes.trendmicro.com', 'spfc.tmes.trendmicro.com'],
  }),
  'spf.tmes.trendmicro.eu': seen('record of a company in public code, 2026'),
  'spf.tutanota.de': seen('records of noratrieb.dev and prismlauncher.org in public code'),
  'stspg-customer.com': seen('record of cloudflare.com in public code'),
  'zcsend.in': seen('records of teamgrid.ai and jwero.ai in public code'),
  'zcsend.net': seen('record of geekflare.com in public code', {
    read: '2026-08',
    source: 'a customer, dig, shortened',
    ip4: 3,
    ip6: 0,
    asked: 0,
    below: [],
  }),
  'zeptomail.net': seen('record of crawlbase.com in public code, 2026'),
  'zeptomail.net.in': seen('record of jwero.ai in public code'),
  'zoho.in': seen('record of bettingsolutions.in in public code'),
  'zohomail.com': seen('record of relaymetry.com on its own checker'),
  'zohomail.eu': seen('record of trueight.com in public code'),
}
