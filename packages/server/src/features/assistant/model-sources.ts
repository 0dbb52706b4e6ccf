import { andWords, type Facts, momentOf, type Source } from '@waxseal/core/assistant'
import type { AssistantTool } from '../../ports.ts'
import { factParts } from './facts-json.ts'

const rules = 'Waxseal’s own rules'

/** What each tool returns, in words; with the domain that it was asked about. */
const titles: Readonly<Record<string, (domain: string | null) => string>> = {
  list_domains: () => 'the list of your domains',
  get_scan: domain => `the last scan of ${domain ?? 'a domain'}`,
  get_changes: domain => `the DNS changes of ${domain ?? 'a domain'}`,
  explain_term: () => 'Waxseal’s explanations',
  ask_account: () => 'your account',
  ask_analyst: () => rules,
}

/** What a language model got for one answer: every statement in it must have a source among them. */
export class ModelSources {
  readonly #sources: Source[] = []

  get all(): readonly Source[] {
    return this.#sources
  }

  /** Adds the facts of the question and what the built-in analyst answers, as the model gets them. */
  addFacts(facts: Facts, analyst: string): void {
    const { scan, header, dns_changes, ...list } = factParts(facts)
    if (scan !== undefined) {
      const { domain, at } = scan
      this.#add(`the last scan of ${domain} (${momentOf(at)})`, scan, domain)
    }
    if (header !== undefined) this.#add('the analysis of this message', header, null)
    if (Object.keys(list).length > 0) this.#add('the list of your domains', list, null)
    if (dns_changes !== undefined) {
      const about = facts.scan?.domain ?? null
      this.#add(`the DNS changes${about === null ? '' : ` of ${about}`}`, dns_changes, about)
    }
    const scanned = facts.scans.slice(0, 3).map(({ domain }) => domain)
    const from = scanned.length === 0 ? '' : ` on the last scan of ${andWords(scanned)}`
    this.#add(`${rules}${facts.scans.length > scanned.length ? ' on your scans' : from}`, analyst, null)
  }

  /** The same tools, whose results are sources. */
  recorded(tools: Readonly<Record<string, AssistantTool>>): Readonly<Record<string, AssistantTool>> {
    return Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [
        name,
        {
          ...tool,
          run: async (input: unknown) => {
            const result = await tool.run(input)
            const domain = domainOf(input)
            this.#add(titles[name]?.(domain) ?? name, contentOf(result), domain)
            return result
          },
        },
      ]),
    )
  }

  #add(title: string, content: unknown, about: string | null): void {
    this.#sources.push({ title, content, about })
  }
}

function domainOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('domain' in input) || typeof input.domain !== 'string')
    return null
  return input.domain.trim().toLowerCase().replace(/\.$/, '')
}

/** A tool returns JSON or Markdown of our own code. */
function contentOf(result: string): unknown {
  if (!/^[[{]/.test(result)) return result
  const content: unknown = JSON.parse(result)
  return content
}
