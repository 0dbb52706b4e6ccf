import { normalizeDomain } from '../../domain-name.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const domainNormalize = command({
  name: 'domain.normalize',
  summary: 'The name behind what people type or paste: a URL, an e-mail address, any script.',
  args: { input: { kind: 'text', about: 'What was typed.', required: true, positional: true } },
  run: ({ input }) => {
    const domain = normalizeDomain(input)
    if (!domain.ok) return Promise.reject(new CommandError(domain.code, domain.message))
    return Promise.resolve({
      result: domain,
      text: paint => `${paint(domain.ascii)}${domain.unicode === domain.ascii ? '' : `  ${paint(domain.unicode)}`}\n`,
      exitCode: 0,
    })
  },
})
