import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ArgSpec, CommandError } from './arguments.ts'

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
 * The input with the files of `document` arguments read.
 *
 * @throws CommandError `usage`: a file cannot be read; `parse`: it is not JSON
 */
export async function withDocuments(
  command: { args: Readonly<Record<string, ArgSpec>> },
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const read = Object.entries(input).map(async ([name, value]): Promise<[string, unknown]> => {
    const isFile = command.args[name]?.kind === 'document' && typeof value === 'string'
    return [name, isFile ? parsedDocument(name, await documentText(name, value)) : value]
  })
  return Object.fromEntries(await Promise.all(read))
}

async function documentText(name: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `"${name}" cannot be read: ${error.code ?? 'unknown error'}`)
  })
}

function parsedDocument(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('parse', `"${name}" is not valid JSON`)
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
