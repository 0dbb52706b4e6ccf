/**
 * No secret is in the tree: keys of services, private keys, tokens and passwords in addresses, by the forms that their
 * makers gave them. What only looks like one, in an example or a test, is listed with its reason, or says so itself by its
 * few different characters. The history is not read: what was ever pushed is known, and has to be replaced.
 */
import { spawnSync } from 'node:child_process'
import { type SecretException, secretExceptions } from './secret-exceptions.data.ts'

/** Forms of secrets, in what JavaScript and `git grep` have in common. A test has one example of each. */
export const secretForms: Readonly<Record<string, string>> = {
  'a private key': '-----BEGIN [A-Z ]*PRIVATE KEY-----',
  'a key of AWS': '(AKIA|ASIA)[A-Z0-9]{16}',
  'a token of GitHub': '(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50})',
  'a token of npm': 'npm_[A-Za-z0-9]{36}',
  'a token of Slack': 'xox[abeprs]-[A-Za-z0-9-]{20}',
  'a webhook of Slack': 'hooks[.]slack[.]com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{20}',
  'a key of Stripe or Clerk': '[sr]k_(live|test)_[A-Za-z0-9]{16}',
  'the secret of a webhook': 'whsec_[A-Za-z0-9+=]{20}',
  'a key of Google': 'AIza[A-Za-z0-9_-]{35}',
  'a key of a language model': 'sk-[A-Za-z0-9_-]{32}',
  'a key of SendGrid': 'SG[.][A-Za-z0-9_-]{22}[.][A-Za-z0-9_-]{43}',
  'an API key of ours': '[^A-Za-z0-9_-]ak_[A-Za-z0-9_-]{32}',
  'a signed token': 'eyJ[A-Za-z0-9_-]{16,400}[.]eyJ[A-Za-z0-9_-]{16,2000}[.][A-Za-z0-9_-]{20}',
  'a password in an address':
    '(postgres|postgresql|smtps?|rediss?|mongodb|https?)://[^ :@"\'`$/]{1,64}:[^ @"\'`$/]{8,128}@',
}

/** A text that looks like a secret, and where it stands. */
export interface Found {
  path: string
  line: number
  form: string
  text: string
}

/** Fewer bits for each character, by Shannon: a word, an example such as `xxxx`, or digits in their order. */
const randomBits = 3.3

/** Whether a text has as many different characters as a random one of its length would have. */
export function looksRandom(text: string): boolean {
  // What stands behind the prefix of its maker.
  const secret =
    text
      .replace(/@$/, '')
      .split(/[_.:/]/)
      .at(-1) ?? ''
  if (/^(?:0123456789|abcdefgh)/i.test(secret)) return false
  const counts = new Map<string, number>()
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / secret.length) * Math.log2(count / secret.length)
  return bits >= randomBits
}

/** What is found and not listed, and what is listed and not found, each as a line for people. */
export function problemsOf(found: readonly Found[], listed: readonly SecretException[]): string[] {
  const isListed = ({ path, form }: Found): boolean => listed.some(row => row.path === path && row.form === form)
  return [
    ...found
      .filter(each => !isListed(each))
      // The text itself would be in the log of whoever runs the check.
      .map(({ path, line, form, text }) => `${path}:${line}: looks like ${form} (${text.slice(0, 8)}…)`),
    ...listed
      .filter(row => !found.some(each => each.path === row.path && each.form === row.form))
      .map(row => `${row.path}: the exception for ${row.form} matches nothing: remove it`),
  ]
}

/** Looks through the files of a folder that Git keeps, and those that it would. */
export function secretsIn(folder: string): Found[] {
  return grep(folder)
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [path = '', number = '', ...parts] = line.split(':')
      const text = parts.join(':')
      const [form = 'a secret'] =
        Object.entries(secretForms).find(([, pattern]) => new RegExp(pattern).test(text)) ?? []
      return { path, line: Number(number), form, text }
    })
    .filter(({ form, text }) => form === 'a private key' || looksRandom(text))
}

/** Perl's expressions are thirty times as fast; a Git that was built without them has its own. */
function grep(folder: string): string {
  const patterns = Object.values(secretForms).flatMap(pattern => ['-e', pattern])
  let reason = ''
  for (const kind of ['-P', '-E']) {
    const args = ['grep', '--untracked', '-nIo', kind, ...patterns, '--', '.', ':!package-lock.json']
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
    // 1: nothing was found.
    if (status === 0 || status === 1) return stdout
    reason = stderr
  }
  throw new Error(`git grep failed: ${reason}`)
}

function main(): void {
  const problems = problemsOf(secretsIn('.'), secretExceptions)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    console.error('Remove it and replace it where it is used, or list it in scripts/secret-exceptions.data.ts.')
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) main()
