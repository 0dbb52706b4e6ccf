/** The blocklists of the browser tests' Internet: all 34 are well, and each says of an address or a name what is set here. */
import { addressLabels, type Blocklist, blocklists, type CodeMatch } from '@waxseal/core/blacklist'
import { type LabZone, nameserver } from '../packages/scanner/realserver/lab.ts'

/** What a list answers: an address of 127.0.0.0/8, or nothing at all because whoever should know refuses to. */
export interface Listing {
  subject: string
  answers: readonly string[] | 'unanswered'
}

/** The answer by which a list says that it does not answer (a code every list here has among its refusals). */
export const refusal = '127.255.255.254'

/**
 * A zone for each list of the catalogue, its test entries as RFC 5782 section 5 has them.
 *
 * @param listings by the list's id; `*` is for all of them
 */
export function listZones(listings: Readonly<Record<string, readonly Listing[]>>): LabZone[] {
  return blocklists.map((list: Blocklist) => {
    const [test = ''] = list.test.listed
    const wanted = [...(listings['*'] ?? []), ...(listings[list.id] ?? [])]
    const lines = wanted.flatMap(({ subject, answers }) => {
      const labels = addressLabels(subject)
      if ((labels === null) !== (list.kind === 'domain')) return []
      const name = labels ?? subject
      if (answers === 'unanswered') return [`${name} IN NS ${nameserver.refusing}.`]
      return answers.map(answer => `${name} IN A ${answer}`)
    })
    return {
      name: list.zone,
      records: [...list.test.answers.map(match => `${test} IN A ${first(match)}`), ...lines].join('\n'),
    }
  })
}

function first(match: CodeMatch): string {
  if (match.type === 'exact') return match.value
  return match.type === 'range' ? match.from : '127.0.0.2'
}
