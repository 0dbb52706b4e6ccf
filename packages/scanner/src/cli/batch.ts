import { CommandError } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'
import { jsonText } from './json.ts'
import { type Line, readLines } from './lines.ts'

/** The maximum number of requests at once. Reading pauses while all are busy. */
const sideBySide = 64
/**
 * The maximum length of a line. A request may contain a whole message; 32 MB of base64 exceed every mail server's
 * limit.
 */
const lineMaxBytes = 32 * 1024 * 1024

/**
 * Reads one JSON request per line and writes one JSON reply for each, in order of completion. Ends with the input; no
 * request can end it earlier. `write` resolves when the reader of the replies keeps up.
 */
export async function runBatch(
  input: AsyncIterable<Uint8Array>,
  write: (line: string) => Promise<void>,
  commands: readonly Command[],
  context: CommandContext,
): Promise<void> {
  const byName = new Map(commands.map(command => [command.name, command]))
  const running = new Set<Promise<void>>()
  for await (const line of readLines(input, lineMaxBytes)) {
    if ('text' in line && line.text.trim() === '') continue
    const done = answer(line, byName, context).then(reply => write(`${lineOf(reply)}\n`))
    const settled = done.finally(() => running.delete(settled))
    running.add(settled)
    if (running.size >= sideBySide) await Promise.race(running)
  }
  await Promise.all(running)
}

type Reply = { id: unknown; ok: true; result: object } | { id: unknown; ok: false; error: object }

async function answer(line: Line, commands: ReadonlyMap<string, Command>, context: CommandContext): Promise<Reply> {
  let id: unknown = null
  try {
    const request = readRequest(line)
    id = request['id'] ?? null
    const { cmd, args = {} } = request
    if (typeof cmd !== 'string') throw new CommandError('usage', '"cmd" is missing')
    const command = commands.get(cmd)
    if (command === undefined) throw new CommandError('unknown-command', `unknown command "${cmd.slice(0, 40)}"`)
    if (!isRecord(args)) throw new CommandError('usage', '"args" must be an object')
    for (const [name, spec] of Object.entries(command.args)) {
      if (spec.oneShot && name in args) throw new CommandError('usage', `"${name}" is not available in batch`)
    }
    return { id, ok: true, result: (await command.run(args, context)).result }
  } catch (error) {
    return { id, ok: false, error: errorReply(error) }
  }
}

/** An id may be nested so deeply that it can be read but not written. It is then omitted. */
function lineOf(reply: Reply): string {
  try {
    return jsonText(reply)
  } catch (error) {
    return jsonText({ id: null, ok: false, error: errorReply(error) })
  }
}

function readRequest(line: Line): Record<string, unknown> {
  if ('tooLong' in line) throw new CommandError('parse', `the line is longer than ${lineMaxBytes} bytes`)
  let request: unknown
  try {
    request = JSON.parse(line.text)
  } catch {
    throw new CommandError('parse', 'the line is not valid JSON')
  }
  if (!isRecord(request)) throw new CommandError('parse', 'the line is not a JSON object')
  return request
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error as `{ code, message }`. An unexpected error says only that the input could not be processed. */
export function errorReply(error: unknown): { code: string; message: string } {
  if (error instanceof CommandError) return { code: error.code, message: error.message }
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { code: 'parse', message: `the input could not be processed: ${reason.slice(0, 200)}` }
}
