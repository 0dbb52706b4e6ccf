import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { looksRandom, problemsOf, secretForms, secretsIn } from './check-secrets.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-secrets-'))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
})
afterAll(() => rmSync(folder, { recursive: true }))

const random = 'Zk3Qv9LmT2xWb7RcYp5HnD8sJf4GaE6uKoIt1VqXwSzMrPlNjB'

/** The tilde keeps the check from finding an example in this file. */
const whole = (text: string): string => text.replaceAll('~', '')
const part = (length: number): string => random.slice(0, length)

const examples: Readonly<Record<keyof typeof secretForms, string>> = {
  'a private key': whole('-----BEGIN RSA PRIVATE~ KEY-----'),
  'a key of AWS': whole('AK~IAQV7ZT3XKWM2LB9RC'),
  'a token of GitHub': whole(`gh~p_${part(36)}`),
  'a token of npm': whole(`np~m_${part(36)}`),
  'a token of Slack': whole(`xo~xb-${part(30)}`),
  'a webhook of Slack': whole(`hooks.slack.com/ser~vices/T024BE7LD/B024BE7LH/${part(24)}`),
  'a key of Stripe or Clerk': whole(`sk_l~ive_${part(24)}`),
  'the secret of a webhook': whole(`wh~sec_${part(32)}`),
  'a key of Google': whole(`AI~za${part(35)}`),
  'a key of a language model': whole(`sk~-${part(40)}`),
  'a key of SendGrid': whole(`S~G.${part(22)}.${part(43)}`),
  'an API key of ours': whole(` a~k_${part(32)}`),
  'a signed token': whole(`ey~J${part(20)}.ey~J${part(30)}.${part(40)}`),
  'a password in an address': whole(`postgres:~//waxseal:${part(16)}@db.example.org/waxseal`),
}

it.each(Object.entries(examples))('%s is found, by its line, and its text is not repeated', (form, text) => {
  writeFileSync(join(folder, 'notes.md'), `# Notes\n\nThe key:"${text}"\n`)
  const problems = problemsOf(secretsIn(folder), [])
  expect(problems).toEqual([expect.stringMatching(`^notes.md:3: looks like ${form} \\(`)])
  expect(problems.join()).not.toContain(text)
})

it('examples are none: words, digits in their order, one character again and again', () => {
  for (const text of [
    'sk_live_xxxxxxxxxxxxxxxx',
    'sk_test_0123456789abcdef',
    'smtp://user:password@',
    'ghp_aaaaaaaaaaaaaaaa',
  ])
    expect([text, looksRandom(text)]).toEqual([text, false])
})

it('an exception permits what it names, in its file, and one that matches nothing is a problem', () => {
  rmSync(join(folder, 'notes.md'), { force: true })
  writeFileSync(join(folder, 'a.pem'), examples['a private key'] ?? '')
  const why = 'of a test'
  expect(problemsOf(secretsIn(folder), [{ path: 'a.pem', form: 'a private key', why }])).toEqual([])
  expect(problemsOf([], [{ path: 'b.pem', form: 'a private key', why }])).toEqual([
    'b.pem: the exception for a private key matches nothing: remove it',
  ])
})
