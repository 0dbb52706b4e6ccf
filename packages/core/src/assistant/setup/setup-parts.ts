import { lookupsMax } from '../../spf/index.ts'
import { type Answer, andWords, heading, list, paragraph, published, record } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { CatalogueService } from './service-catalogue.ts'
import type { ScanWithCost } from './spf-cost.ts'
import { planSpf } from './spf-plan.ts'

/** Services that receive mail for a domain. */
const receiving: ReadonlySet<string | null> = new Set(['mailbox', 'gateway', 'forwarding'])

/**
 * The mail hosts of services, as far as the catalogue has them. It has no preferences: the service shows those, and where its
 * hosts differ by customer also the names.
 */
export function mxBlocks(services: readonly CatalogueService[], scan: ScanWithCost | null): Answer {
  return [
    ...heading(2, 'MX'),
    ...list(services.map(({ name, provider }) => ({ lead: `${name}:`, text: mxWords(provider) }))),
    ...currentMx(scan),
  ]
}

/** A region of a pattern has an asterisk: it is said as a blank. */
const said = (pattern: string) => pattern.replaceAll('*', '…')

/** Which hosts a service has, without those of its closed clouds. @param provider null: only its DKIM keys are known */
function mxWords(provider: CatalogueService['provider']): string {
  const regional = new Set((provider?.spf.regions ?? []).flatMap(({ mx }) => mx))
  const known = (provider?.mx.suffixes ?? []).filter(each => !regional.has(each))
  if (provider === null || known.length === 0)
    return 'the catalogue knows no mail hosts of it. If it only sends for you, your MX records stay as they are; if it has mailboxes, it shows its hosts in its settings.'
  if (!receiving.has(provider.mx.role))
    return 'it mainly sends, so your MX records stay as they are. Only a subdomain that it shall receive mail for gets its hosts.'
  const whole = known.filter(each => !each.startsWith('.') && !each.includes('*'))
  const parts = known.filter(each => !whole.includes(each))
  const exact = whole.length === 0 ? '' : `the catalogue knows ${andWords(whole)}.`
  const below =
    parts.length === 0
      ? ''
      : `${exact === '' ? 'its' : ' Its'} hosts ${exact === '' ? '' : 'can also '}have names that end in ${parts.map(said).join(', ')}.`
  return `${exact}${below} Take the exact hosts and their preferences from its settings: they can differ by customer.`
}

function currentMx(scan: ScanWithCost | null): Answer {
  if (scan === null) return []
  const seen = scan.records.filter(({ kind }) => kind === 'mx').slice(0, 5)
  if (seen.length === 0) return paragraph(`The scan of ${scan.domain} of ${dayOf(scan.at)} shows no MX record.`)
  return [
    ...paragraph(`${scan.domain} has these MX records (${dayOf(scan.at)}). They receive its mail today:`),
    ...seen.flatMap(published),
  ]
}

/** In which order the records of services are made, so that no mail is lost and none is sent without them. */
export function orderBlocks(services: readonly CatalogueService[]): Answer {
  const [one] = services
  const name = services.length === 1 && one !== undefined ? one.name : 'each service'
  const receives = services.filter(({ provider }) => provider !== null && receiving.has(provider.mx.role))
  const steps = [
    { lead: 'The record that proves the domain is yours:', text: `a TXT record that ${name} shows. Keep it.` },
    ...(receives.length === 0
      ? []
      : [
          {
            lead: 'Mailboxes, then MX:',
            text: 'on a new domain MX can come at once. Where mail already arrives elsewhere, create all mailboxes first and change MX as the last step, at a quiet hour.',
          },
        ]),
    { lead: 'SPF:', text: 'before anyone sends: one record for all services, changed and not added a second time.' },
    { lead: 'DKIM:', text: `publish what ${name} shows, then turn signing on there. It looks for the record first.` },
    { lead: 'DMARC:', text: 'with p=none and an address for reports at first; stricter when the reports are clean.' },
    { lead: 'Then:', text: 'send a test message, read its header, and scan the domain again.' },
  ].map(({ lead, text }, at) => ({ lead: `${at + 1}. ${lead}`, text }))
  return [...heading(2, 'In which order'), ...list(steps)]
}

/** What to do about too many lookups. */
export function fewerLookups(): Answer {
  return list([
    'Remove includes that you no longer use.',
    'Send through the new service from a subdomain: it has ten lookups of its own.',
    'Or flatten the record with SPF flattening.',
  ])
}

/** How many lookups the SPF record of a domain needs with some services in it. */
export function lookupsBlocks(services: readonly CatalogueService[], scan: ScanWithCost): Answer {
  const { domain } = scan
  const plan = planSpf(scan, services)
  const names = andWords(services.map(({ name }) => name))
  const now = scan.spfCost ?? null
  const today =
    now === null ? '' : ` The scan of ${dayOf(scan.at)} counted ${now.complete ? '' : 'at least '}${now.lookups}.`
  const many = `${plan.atLeast ? 'at least ' : ''}${plan.lookups} of the 10 DNS lookups allowed`
  const seen = scan.records
    .filter(({ kind }) => kind === 'spf')
    .slice(0, 3)
    .flatMap(published)
  if (now !== null && now.lookups > lookupsMax && plan.kind === 'unclear')
    return [
      ...paragraph(
        `Too many: the SPF record of ${domain} already needs ${now.complete ? '' : 'at least '}${now.lookups} DNS lookups, and 10 are allowed. So receivers stop, and SPF fails for all its mail. Bring it down first; ${plan.added.length === 0 ? `${names} adds none.` : `${names} comes on top.`}`,
        'strong',
      ),
      ...seen,
      ...fewerLookups(),
    ]
  if (plan.kind === 'unclear' || plan.published.length > 1)
    return [
      ...paragraph(
        `I cannot say how many lookups ${domain} would need with ${names}. ${plan.published.length > 1 ? 'It has several SPF records, which is an error: merge them first.' : plan.notes.join(' ')}`.trim(),
        'strong',
      ),
      ...seen,
      ...paragraph('The SPF Record Builder under Tools adds a service and counts the lookups live.'),
    ]
  if (plan.added.length === 0) {
    const isThere = services.some(({ provider }) => provider?.spf.apexIncludeNeeded === true)
    const why = isThere
      ? `the record of ${domain} already has what ${names} needs`
      : `${names} needs no include at ${domain}, because it sends with a return path of its own`
    return [...paragraph(`Nothing is added: it needs ${many}, because ${why}.`, 'strong'), ...seen]
  }
  const isOver = plan.kind === 'too-many'
  return [
    ...paragraph(
      `With ${names} the SPF record of ${domain} would need ${many}.${today}${isOver ? ' That is too many: receivers stop at 10, and SPF then fails for all your mail.' : ''}`,
      'strong',
    ),
    ...seen,
    ...paragraph(`Added: ${andWords(plan.added.map(each => `include:${each}`))}.`),
    ...(isOver
      ? fewerLookups()
      : plan.record === null
        ? []
        : [
            ...paragraph('The record with it:'),
            ...record({ name: domain, type: 'TXT' as const, value: plan.record }),
            ...list(plan.notes),
          ]),
    ...paragraph(
      plan.atLeast ? 'Some lookups were never counted: the SPF Record Builder under Tools counts them live.' : '',
    ),
  ]
}
