import { type DkimProvider, dkimCatalogue, dkimProviders } from '../../dkim/index.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import type { CatalogueService } from './service-catalogue.ts'

/** Selectors that are named; a service with more of them shows its customers which are theirs. */
const selectorsMax = 6

/** What to publish for DKIM of a service, in one or two sentences. */
export function dkimWords({ name, signer }: CatalogueService, scan: ScanFacts | null): string {
  if (signer === null)
    return `The catalogue knows no DKIM keys of ${name}. Look in its settings for “domain authentication” or DKIM.`
  const { selectors, targets, txt } = signer
  const type = targets.length === 0 ? 'TXT' : txt ? 'CNAME or TXT' : 'CNAME'
  const names = selectors.slice(0, selectorsMax).map(selector => `${selector}._domainkey`)
  const where =
    names.length === 0
      ? `${type} records whose selectors ${name} shows in its settings`
      : `${type} ${names.length === 1 ? 'record' : 'records'} at ${listOf(names)} below your domain${signer.guessable === 'yes' ? '' : ', or at the selectors that it shows'}`
  const to = targets.length === 0 ? '' : ` A CNAME leads to a name at ${listOf(targets.slice(0, 3))}.`
  return `${where.charAt(0).toUpperCase()}${where.slice(1)}.${to}${seenWords(signer, scan)}`
}

/** What the scan saw of these keys. A selector that several services use shows none of them. */
function seenWords(signer: DkimProvider, scan: ScanFacts | null): string {
  if (scan === null) return ''
  const others = new Set<string>(
    dkimProviders.flatMap(({ id, selectors }): readonly string[] => (id === signer.id ? [] : selectors)),
  )
  const found = signer.selectors.filter(
    selector =>
      !others.has(selector) &&
      scan.records.some(({ kind, name }) => kind === 'dkim' && name.startsWith(`${selector}._domainkey.`)),
  )
  return found.length === 0 ? '' : ` The scan of ${dayOf(scan.at)} found a key at ${listOf(found)}.`
}

/** The day of the catalogue of selectors, as people read it. */
export function dkimCatalogueDay(): string {
  return dayOf(`${dkimCatalogue}T00:00:00Z`)
}

function listOf(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
