import { canonicalTier, rank } from '@waxseal/core/plan'
import { enginesVerdict, enginesWords, readVirusTotal, vendorTierLabels } from '@waxseal/core/threat'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const threatInterpret = command({
  name: 'threat.interpret',
  summary: 'Interpret an answer of VirusTotal about a domain or an IP address. Nothing is asked.',
  args: {
    kind: {
      kind: 'text',
      about: 'domain or ip: what the answer is about.',
      choices: ['domain', 'ip'],
      required: true,
      positional: true,
    },
    status: {
      kind: 'integer',
      value: 'STATUS',
      min: 100,
      max: 599,
      about: 'The HTTP status of the answer. Default: 200.',
    },
    body: {
      kind: 'json',
      value: 'JSON',
      about: 'The body of the answer. May be left out where STATUS says that there is none.',
      asAnswered: true,
    },
    tier: { kind: 'text', value: 'PLAN', about: 'Interpret for this plan: free, pro or business (default).' },
  },
  run: async ({ kind, status: answered, body, tier: given = 'business' }) => {
    if (body === undefined && answered === undefined) throw new CommandError('usage', '"body" is missing')
    const status = answered ?? 200
    const tier = canonicalTier(given)
    if (tier === null) throw new CommandError('usage', '"tier" must be one of free, pro, business')
    const read = readVirusTotal(status, body)
    if ('error' in read) {
      const { error, reason } = read
      return { result: { error, reason }, text: paint => `${paint(`${error}: ${reason}`, 'red')}\n`, exitCode: 1 }
    }
    const verdict = enginesVerdict(read)
    const smart = rank(tier) >= rank('pro') ? { smart_verdict: enginesWords(read, verdict) } : {}
    const { counts, engines, country, asOwner, categories } = read
    return {
      result: {
        error: null,
        overall_verdict: verdict,
        counts,
        vendor_results: engines.map(({ vendor, category, tier, detail }) => ({
          vendor,
          category,
          tier,
          tier_label: vendorTierLabels[tier],
          detail,
        })),
        ...smart,
        ...(kind === 'ip' ? { country, as_owner: asOwner } : { categories }),
      },
      text: paint => `${paint(verdict ?? 'no verdict', 'bold')}\n${paint(enginesWords(read, verdict))}\n`,
      exitCode: 0,
    }
  },
})
