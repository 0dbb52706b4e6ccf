import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ArgSpec, bytesMax, CommandError } from './arguments.ts'

/** The parsed command line, before the command validates its arguments. */
export interface OneShot {
  input: Record<string, unknown>
  json: boolean
  help: boolean
}

/** `dnsTimeoutMs` becomes `--dns-timeout`: words with hyphens. The help names the unit. */
export function optionName(arg: string): string {
  return arg.replace(/Ms$/, '').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/**
 * Parses the words after the command's name. Throws a `CommandError` with code `usage`. Positional arguments fill the
 * values without an option, in the order of the table.
 */
export function readOneShot(command: { args: Readonly<Record<string, ArgSpec>> }, words: readonly string[]): OneShot {
  const entries = Object.entries(command.args)
  const parsed = parse(words, entries)
  const input: Record<string, unknown> = {}
  for (const [name, spec] of entries) {
    const value = parsed.values[optionName(name)]
    if (value !== undefined) input[name] = spec.kind === 'integer' ? wholeNumber(optionName(name), value) : value
  }
  const open = entries.filter(([name, spec]) => spec.positional && !(name in input))
  for (const [index, word] of parsed.positionals.entries()) {
    const [name] = open[index] ?? []
    if (name === undefined) throw new CommandError('usage', `unexpected argument "${word.slice(0, 80)}"`)
    input[name] = word
  }
  return { input, json: parsed.values['json'] === true, help: parsed.values['help'] === true }
}

/**
 * The input with the files of `document` and `bytes` arguments read, or standard input for bytes that name no file.
 *
 * @throws CommandError `usage`: a file cannot be read; `parse`: it is not JSON
 */
export async function withFiles(
  command: { args: Readonly<Record<string, ArgSpec>> },
  input: Readonly<Record<string, unknown>>,
  standardInput: AsyncIterable<Uint8Array>,
): Promise<Readonly<Record<string, unknown>>> {
  const read = Object.entries(command.args).map(async ([name, { kind }]): Promise<[string, unknown]> => {
    const given = input[name]
    if (kind === 'document' && typeof given === 'string')
      return [name, parsedDocument(given, await documentText(given))]
    if (kind !== 'bytes') return [name, given]
    return [name, typeof given === 'string' && given !== '-' ? await fileBytes(given) : await allOf(standardInput)]
  })
  return Object.fromEntries((await Promise.all(read)).filter(([, value]) => value !== undefined))
}

/** One byte more than is allowed is enough to refuse the rest. */
async function allOf(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bytesMax) break
  }
  return Buffer.concat(chunks)
}

async function fileBytes(file: string): Promise<Uint8Array> {
  return allOf(createReadStream(file)).catch((error: unknown) => unreadable(file, error))
}

async function documentText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => unreadable(file, error))
}

/** The user typed the name of the file, not that of the argument. */
function unreadable(file: string, error: unknown): never {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  throw new CommandError('usage', `"${shown(file)}" cannot be read: ${code}`)
}

const shown = (file: string): string => file.slice(0, 200)

function parsedDocument(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('parse', `"${shown(file)}" is not valid JSON`)
  }
}

function parse(words: readonly string[], entries: readonly (readonly [string, ArgSpec])[]) {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string }> = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  for (const [name, { kind }] of entries) options[optionName(name)] = { type: kind === 'flag' ? 'boolean' : 'string' }
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    // The first sentence of parseArgs is the explanation; the second is advice about `--`.
    const [sentence = 'the arguments cannot be read'] = (error as Error).message.split(/\. |\n/)
    throw new CommandError('usage', sentence)
  }
}

function wholeNumber(option: string, value: unknown): number {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new CommandError('usage', `"--${option}" must be a whole number`)
  return Number(value)
}
