/**
 * Writes the list of common passwords that nobody may choose, from the frequency list of `@zxcvbn-ts/language-common`:
 *
 *     npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz
 *     scripts/run node scripts/common-passwords.ts package
 *
 * Only what is long enough to be chosen at all is kept, in lower case.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordLength } from '../packages/contract/src/identity.route.ts'

const target = new URL('../packages/server/src/adapters/auth/common-passwords.data.ts', import.meta.url)
const widest = 118

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder of the unpacked package')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
const all = JSON.parse(readFileSync(join(folder, 'src/passwords.json'), 'utf8')) as string[]
const kept = [...new Set(all.map(word => word.toLowerCase()))]
  .filter(word => word.length >= passwordLength.min && /^[!-_a-~]+$/.test(word))
  .sort()

const lines = ['']
for (const word of kept) {
  const line = lines.at(-1) ?? ''
  if (line.length + word.length >= widest) lines.push(word)
  else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
}

writeFileSync(
  target,
  `/**
 * The ${kept.length} most common passwords of at least ${passwordLength.min} characters, in lower case, separated by white space.
 *
 * Source: \`@zxcvbn-ts/language-common\` ${version} (MIT License, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., and
 * the authors of zxcvbn-ts), whose list counts passwords of public leaks. \`scripts/common-passwords.ts\` wrote this file.
 */
export const commonPasswords = \`
${lines.join('\n').replaceAll('\\', '\\\\')}
\`
`,
)
