import { includeWitnesses } from '../../providers/index.ts'
import { type Answer, andWords, heading, list, paragraph, published, record } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { Facts } from '../facts.ts'
import type { Question } from '../question.ts'
import { monthOf } from '../texts/index.ts'
import { dkimCatalogueDay, dkimWords } from './dkim-words.ts'
import type { CatalogueService } from './service-catalogue.ts'
import { fewerLookups, lookupsBlocks, mxBlocks, orderBlocks } from './setup-parts.ts'
import { readSetup, type SetupQuestion } from './setup-question.ts'
import type { ScanWithCost } from './spf-cost.ts'
import { isIncluded, planSpf, type SpfPlan } from './spf-plan.ts'
import { typedAnswer } from './typed-answer.ts'

/** The facts of `Facts`, with the count of the SPF tree where the caller has it. */
export type SetupFacts = Omit<Facts, 'scan'> & { scan: ScanWithCost | null }

/** An answer about setting up, with the words of the question that it accounts for. */
export interface FoundSetup {
  answer: Answer
  covered: readonly string[]
}

/**
 * Answers "We send with A and B", "Do I need an include for A?", "Is A allowed to send?" and "What do I type into host and
 * value?" from the catalogue of services and the last scan. Asks nothing outside. Null: the question is about something
 * else. As with `textFor`, a word that is not covered could make it another question.
 */
export function setupAnswer(question: Question, facts: SetupFacts): FoundSetup | null {
  const typed = typedAnswer(question, facts.scan)
  const setup = readSetup(question)
  if (setup === null) return typed
  // "Add Brevo to SPF at GoDaddy": the record is that of the service, and GoDaddy says how to type it.
  const isOnlyHost =
    typed !== null && setup.services.every(({ name }) => typed.host !== null && name.startsWith(typed.host))
  if (isOnlyHost) return typed
  const answer = answerOf(setup, facts.scan)
  if (typed === null) return { answer, covered: setup.covered }
  return { answer: [...answer, ...typed.typing], covered: [...new Set([...setup.covered, ...typed.covered])] }
}

function answerOf(setup: SetupQuestion, scan: ScanWithCost | null): Answer {
  const { services, asks } = setup
  if (asks === 'allowed' && scan !== null)
    return [...services.flatMap(service => allowedBlocks(service, scan)), ...basis(services, scan)]
  if (asks === 'lookups' && scan !== null) return [...lookupsBlocks(services, scan), ...basis(services, scan)]
  if (asks === 'mx') return [...mxBlocks(services, scan), ...fetchBlocks(services, 'mx'), ...basis(services, scan)]
  return [
    ...(asks === 'order' ? [...orderBlocks(services), ...mxBlocks(services, scan)] : []),
    ...(asks === 'dkim' ? [] : spfBlocks(setup, scan)),
    ...(asks === 'spf' && services.every(isNeeded) ? [] : dkimBlocks(services, scan)),
    ...fetchBlocks(services),
    ...basis(services, scan),
  ]
}

const isNeeded = ({ provider }: CatalogueService) => provider?.spf.apexIncludeNeeded === true

function spfBlocks({ services, hasOwnServer }: SetupQuestion, scan: ScanWithCost | null): Answer {
  const of = scan === null ? 'your domain' : scan.domain
  const notes = services.map(service => ({ lead: `${service.name}:`, text: includeWords(service, of) }))
  const own = hasOwnServer
    ? [
        {
          lead: 'Your own server:',
          text: 'add its address as ip4 (and ip6), or let it send through a mail service with SMTP AUTH.',
        },
      ]
    : []
  return [
    ...heading(2, `SPF of ${of}`),
    ...list([...notes, ...own]),
    ...(scan === null
      ? paragraph(
          'Name the domain, and I merge its record from the last scan. There is one SPF record for all services.',
        )
      : planBlocks(services, scan)),
  ]
}

/** Whether a service needs an include at the domain itself, and which. */
function includeWords({ name, provider }: CatalogueService, of: string): string {
  if (provider === null) return `the catalogue knows its DKIM keys only. Its page says whether it needs an include.`
  const { spf } = provider
  if (!spf.apexIncludeNeeded) {
    return `no include is needed at ${of}. It sends with a return path of its own, so an include wastes lookups. Publish its DKIM records: they make DMARC pass.`
  }
  const forms = spf.includes.map(include => `include:${include}`)
  const regions = (spf.regions ?? []).map(region =>
    region.include === null ? `${region.name}: as ${name} shows it` : `${region.name}: include:${region.include}`,
  )
  if (forms.length > 0) {
    const elsewhere = regions.length === 0 ? '' : ` Customers elsewhere have another one (${regions.join('; ')}).`
    return `${andWords(forms)}.${elsewhere}${spf.mechanism === 'redirect' ? ' As the only service it can also be redirect=.' : ''}`
  }
  if (spf.pattern !== null)
    return `its term differs by customer, in the form ${spf.pattern.replaceAll('<', '[').replaceAll('>', ']')}. ${name} shows yours.`
  return spf.withoutInclude === 'other senders'
    ? `its include also lets the customers of other services send as you. Use the term that its page gives, if any, and DKIM.`
    : `we have seen no include of it at a customer or on its page. Take the term that ${name} shows in its settings.`
}

function planBlocks(services: readonly CatalogueService[], scan: ScanWithCost): Answer {
  const plan = planSpf(scan, services)
  const { domain } = scan
  switch (plan.kind) {
    case 'merged':
    case 'new':
      if (plan.kind === 'new' && plan.added.length === 0) return []
      return [
        ...paragraph(
          plan.kind === 'new'
            ? `${domain} has no SPF record. Publish this one:`
            : `Publish this one record in place of what is there:`,
        ),
        ...record({ name: domain, type: 'TXT', value: plan.record ?? '' }),
        ...paragraph(costWords(plan)),
        ...list(plan.notes),
        ...(scan.isNonMail === true
          ? paragraph(`${domain} says today that it sends no mail. Change that only if it shall.`)
          : []),
      ]
    case 'there':
      if (!services.some(isNeeded)) return paragraph(`The SPF record of ${domain} stays as it is. ${costWords(plan)}`)
      return [
        ...publishedBlocks(scan),
        ...paragraph(`Nothing to add: the record already has what is needed. ${costWords(plan)}`),
      ]
    case 'too-many':
      return [
        ...publishedBlocks(scan),
        ...paragraph(
          `With ${andWords(plan.added)} the record would need ${plan.atLeast ? 'at least ' : ''}${plan.lookups} DNS lookups, and receivers stop at 10. So there is no record to publish yet.`,
        ),
        ...fewerLookups(),
      ]
    case 'unclear':
      return [
        ...publishedBlocks(scan),
        ...list(plan.notes),
        ...paragraph('The SPF Record Builder under Tools adds a service and counts the lookups.'),
      ]
    default:
      return plan.kind satisfies never
  }
}

function costWords({ lookups, atLeast }: SpfPlan): string {
  return `It needs ${atLeast ? 'at least ' : ''}${lookups} of the 10 DNS lookups allowed.${atLeast ? ' Some of them were never counted: the SPF Record Builder counts them live.' : ''}`
}

function publishedBlocks(scan: ScanWithCost): Answer {
  return scan.records
    .filter(({ kind }) => kind === 'spf')
    .slice(0, 3)
    .flatMap(published)
}

function allowedBlocks(service: CatalogueService, scan: ScanWithCost): Answer {
  const { name } = service
  const { domain, at } = scan
  const included = isIncluded(service, scan)
  const seen = publishedBlocks(scan)
  if (included === true) {
    return [
      ...paragraph(
        `Yes: ${name} may send for ${domain}. The SPF record of the scan of ${dayOf(at)} includes it.`,
        'strong',
      ),
      ...seen,
    ]
  }
  if (included === null)
    return paragraph(
      `The scan of ${dayOf(at)} shows no SPF record of ${domain}, so it does not say whether ${name} may send.`,
    )
  const why = isNeeded(service)
    ? `The SPF record of ${domain} does not list ${name}, so its mail does not pass SPF for the domain.`
    : `The SPF record of ${domain} does not list ${name}. It need not: ${name} sends with a return path of its own, and DKIM decides.`
  return [...paragraph(why, 'strong'), ...seen, ...list([{ lead: `DKIM of ${name}:`, text: dkimWords(service, scan) }])]
}

function dkimBlocks(services: readonly CatalogueService[], scan: ScanWithCost | null): Answer {
  return [
    ...heading(2, 'DKIM'),
    ...list(services.map(service => ({ lead: `${service.name}:`, text: dkimWords(service, scan) }))),
  ]
}

function fetchBlocks(services: readonly CatalogueService[], what: 'mx' | 'all' = 'all'): Answer {
  const pages = services.flatMap(({ name, provider }) =>
    provider === null ? [] : [{ lead: `${name}:`, text: provider.docsUrl }],
  )
  return [
    ...heading(2, 'What to fetch there'),
    ...paragraph(
      what === 'mx'
        ? 'Take the hosts from the settings of the service, and create the mailboxes before you change MX. Then scan the domain again.'
        : 'Take the exact DKIM values, and a custom return path if it is offered, from the settings of the service. Then scan the domain again.',
    ),
    ...list(pages),
  ]
}

/** What an answer rests on, with its days. */
function basis(services: readonly CatalogueService[], scan: ScanWithCost | null): Answer {
  const months = services.flatMap(({ provider }) =>
    (provider?.spf.includes ?? []).flatMap(include => includeWitnesses[include]?.checked ?? []),
  )
  const counted = services.flatMap(({ provider }) =>
    provider?.spf.apexIncludeNeeded === true &&
    provider.spf.lookups !== null &&
    /^\d{4}/.test(provider.spf.lookups.counted)
      ? [dayOf(provider.spf.lookups.counted)]
      : [],
  )
  const [month] = months.toSorted()
  const parts = [
    ...(scan === null ? [] : [`the scan of ${scan.domain} of ${dayOf(scan.at)}`]),
    ...(month === undefined ? [] : [`our catalogue of includes (looked up in ${monthOf(month)})`]),
    ...(counted[0] === undefined ? [] : [`lookups counted on ${counted[0]}`]),
    `our catalogue of DKIM selectors of ${dkimCatalogueDay()}`,
  ]
  return paragraph(`This rests on ${andWords(parts)}. Nothing was asked outside for it.`, 'quiet')
}
