import { type Answer, heading, list, paragraph } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import { rangeWith } from '../scan-details.ts'
import { openOf } from '../term-state.ts'
import type { Context } from './context.ts'
import type { Topic } from './topic.ts'

/** Questions about an address that name no domain: which of the user's domains it belongs to. */
export const addressTopics: readonly Topic[] = [
  {
    id: 'address-listed',
    of: 'domains',
    asks: [
      'blacklist addresses',
      'listname addresses',
      'addresses secure',
      'addresses',
      'what addresses',
      'threat addresses',
    ],
    also: 'mailserver address domain exist issue secure blacklist listname relay reverse send threat',
    takes: ['addresses'],
    needsScans: true,
    when: ({ own, reading }) =>
      own.length === 0 &&
      reading.addresses.length > 0 &&
      !reading.concepts.has('send') &&
      !reading.concepts.has('covers'),
    answer: context => addressAnswer(context),
  },
  {
    id: 'address-sends',
    of: 'domains',
    asks: ['send addresses', 'covers addresses', 'which send addresses'],
    also: 'mailserver address domain exist spf record include send covers service all',
    takes: ['addresses'],
    needsScans: true,
    when: ({ own }) => own.length === 0,
    answer: context => sendersAnswer(context),
  },
]

/** The scans that saw an address. */
function scansWith(scans: readonly ScanFacts[], address: string): readonly ScanFacts[] {
  return scans.filter(
    ({ details: { mx, hosts, listAddresses, web } }) =>
      listAddresses.includes(address) ||
      web.includes(address) ||
      hosts.some(each => each.address === address) ||
      (mx ?? []).some(each => each.addresses.includes(address)),
  )
}

/** Whose the address in a refusal is, with what the last scan found about it. */
export function ownAddressBlocks({ facts, own, reading: { addresses } }: Context): Answer {
  const [address] = addresses
  if (address === undefined || facts.scans.length === 0) return []
  const [scan] = scansWith(facts.scans, address)
  if (scan === undefined)
    return paragraph(own.length > 0 ? '' : `No scan of your domains has ${address} as an address of a mail server.`)
  const { domain, details, findings } = scan
  const host = (details.mx ?? []).find(each => each.addresses.includes(address))?.host
  const lists = details.listings.filter(({ subject }) => subject === address).map(each => each.list)
  const open = openOf(findings)
  const about = open.filter(({ subject, reason }) => (subject ?? '').includes(address) || reason.includes(address))
  const relay = open.filter(({ id }) => id.startsWith('relay_'))
  return [
    ...heading(3, `${address} in your scans`),
    ...paragraph(
      `${address} is ${host === undefined ? 'an address' : `${host}, a mail server`} of ${domain}.${lists.length > 0 ? ` It is listed on ${lists.join(', ')}.` : ''}`,
      'strong',
    ),
    ...list(
      [...new Set([...about, ...relay])]
        .slice(0, 4)
        .map(({ reason, meaning }) => ({ lead: `${reason}.`, text: meaning })),
    ),
  ]
}

function addressAnswer({ facts, reading: { addresses, concepts } }: Context): Answer {
  // "Is it listed?" is yes or no; "is it clean?", "whose is it?" are not.
  const asksListed = (concepts.has('blacklist') || concepts.has('listname')) && !concepts.has('secure')
  const [address = ''] = addresses
  const having = scansWith(facts.scans, address)
  if (having.length === 0)
    return paragraph(
      `I cannot say: no scan of your domains has ${address}. If it is an address of your mail servers, the report of their domain shows what each blocklist says about it.`,
    )
  return having.slice(0, 4).flatMap(({ domain, details, findings }) => {
    const lists = details.listings.filter(({ subject }) => subject === address).map(each => each.list)
    const about = openOf(findings).filter(
      ({ subject, reason }) => (subject ?? '').includes(address) || reason.includes(address),
    )
    return [
      ...paragraph(
        lists.length > 0
          ? `${asksListed ? 'Yes: ' : ''}${address}, an address of ${domain}, is listed on ${lists.join(', ')}.`
          : `${asksListed ? 'No: the' : 'The'} last scan of ${domain} found ${address} on no blocklist that answered.`,
        'strong',
      ),
      ...list(about.slice(0, 4).map(({ reason, meaning }) => ({ lead: `${reason}.`, text: meaning }))),
    ]
  })
}

function sendersAnswer({ facts, reading: { addresses } }: Context): Answer {
  const [address = ''] = addresses
  const covered = facts.scans.flatMap(({ domain, details: { spf } }) => {
    const range = spf === null ? null : rangeWith(spf.ranges, address)
    return range === null ? [] : [{ lead: `${domain}:`, text: `${range.cidr}, by ${range.via}.` }]
  })
  return [
    ...paragraph(
      covered.length === 0
        ? `The SPF record of none of your ${facts.scans.length} scanned domains covers ${address}, as far as it could be read.`
        : `The SPF records of ${covered.length} of your ${facts.scans.length} scanned domains cover ${address}:`,
      'strong',
    ),
    ...list(covered.slice(0, 20)),
  ]
}
