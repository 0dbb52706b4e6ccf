import { paintFor } from '../paint.ts'
import { CommandError } from './arguments.ts'
import { errorReply, runBatch } from './batch.ts'
import type { Command, CommandContext } from './command.ts'
import { commands } from './commands.ts'
import { createDnsPool } from './dns-pool.ts'
import { batchHelp, commandHelp, generalHelp } from './help.ts'
import { jsonText } from './json.ts'
import { readOneShot, withFiles } from './one-shot.ts'
import { version } from './version.ts'

/** The program's access to the world: arguments and output. */
export interface Terminal {
  /** The words after `waxseal`. */
  args: readonly string[]
  input: AsyncIterable<Uint8Array>
  /** Standard output. Resolves when more may be written; never rejects. */
  write: (text: string) => Promise<void>
  /** Standard error. */
  complain: (text: string) => void
  /** Standard output and standard error are a terminal with colors. */
  colour: boolean
  /** A person watches standard error: show the progress of a scan. */
  watched: boolean
  now: () => Date
  signal: AbortSignal
}

/** Removes the line of progress. */
const clearLine = '\r\u001B[K'

/** Runs one command line and returns its exit code. Never rejects, never prints a stack trace. */
export async function runCli(terminal: Terminal): Promise<number> {
  const paint = paintFor(terminal.colour)
  const pool = createDnsPool()
  const context: CommandContext = {
    signal: terminal.signal,
    now: terminal.now,
    withDns: pool.use,
    complain: line => terminal.complain(`${terminal.watched ? clearLine : ''}waxseal: ${paint(line)}\n`),
    ...(terminal.watched ? { onProgress: line => terminal.complain(`${clearLine}${paint(line)}`) } : {}),
  }
  const json = terminal.args.includes('--json')
  try {
    return await dispatch(terminal, context)
  } catch (error) {
    const reply = errorReply(error)
    if (json) await terminal.write(`${jsonText({ error: reply }, 2)}\n`)
    context.complain(reply.message)
    return error instanceof CommandError && error.code !== 'dns' ? 2 : 1
  } finally {
    await pool.close()
  }
}

async function dispatch(terminal: Terminal, context: CommandContext): Promise<number> {
  const { args } = terminal
  const paint = paintFor(terminal.colour)
  const [first, ...rest] = args
  if (first === '--version' || first === 'version') {
    await terminal.write(`waxseal ${version}\n`)
    return 0
  }
  if (first === undefined) {
    terminal.complain(generalHelp(commands, paint))
    return 2
  }
  const helpWanted = first === 'help' || first === '--help' || first === '-h'
  const words = helpWanted ? rest : args
  if (helpWanted && (words.length === 0 || words[0] === 'help')) {
    await terminal.write(generalHelp(commands, paint))
    return 0
  }
  if (words[0] === 'batch') {
    if (helpWanted || words.includes('--help') || words.includes('-h')) await terminal.write(batchHelp)
    else if (words.length > 1) throw new CommandError('usage', 'batch takes no arguments. Put them into the requests.')
    else await runBatch(terminal.input, terminal.write, commands, withoutProgress(context))
    return 0
  }
  // `waxseal help dmarc`: all commands with that prefix.
  const family = commands.filter(({ name }) => name.startsWith(`${words[0]}.`))
  if (helpWanted && words.length === 1 && family.length > 0) {
    await terminal.write(family.map(command => commandHelp(command, paint)).join('\n'))
    return 0
  }
  const [command, after] = findCommand(words)
  const oneShot = helpWanted ? null : readOneShot(command, after)
  if (oneShot === null || oneShot.help) {
    await terminal.write(commandHelp(command, paint))
    return 0
  }
  const input = await withFiles(command, oneShot.input, terminal.input)
  const outcome = await command.run(input, oneShot.json ? withoutProgress(context) : context)
  if (context.onProgress && !oneShot.json) terminal.complain(clearLine)
  await terminal.write(oneShot.json ? `${jsonText(outcome.result, 2)}\n` : outcome.text(paint))
  return outcome.exitCode
}

function withoutProgress({ signal, now, withDns, complain }: CommandContext): CommandContext {
  return { signal, now, withDns, complain }
}

/** `spf tree …` and `spf.tree …` are the same command. */
function findCommand(words: readonly string[]): [Command, readonly string[]] {
  for (const count of [1, 2]) {
    const name = words.slice(0, count).join('.')
    const command = commands.find(command => command.name === name || command.oneShotName === name)
    if (command) return [command, words.slice(count)]
  }
  const [first = '', second = ''] = words
  const asked = /^[a-z]/i.test(second) ? `${first} ${second}` : first
  const family = commands.filter(command => command.name.startsWith(`${first}.`)).map(command => command.name)
  const hint = family.length > 0 ? `. Use one of: ${family.join(', ').replaceAll('.', ' ')}` : " (see 'waxseal --help')"
  throw new CommandError('unknown-command', `unknown command "${asked.slice(0, 60)}"${hint}`)
}
