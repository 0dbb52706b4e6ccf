import { type Command, type CommandContext, CommandError } from './command.ts'
import { jsonText } from './json.ts'
import { type Line, readLines } from './lines.ts'

/** Requests that run side by side; reading waits when they are all busy. */
const sideBySide = 64
/** A request may carry a whole message; 32 MB of base64 is more than any mail server takes. */
const lineMaxBytes = 32 * 1024 * 1024

/**
 * Reads one JSON request a line and writes one JSON reply for each, in the order they are done. Ends with the input;
 * nothing a request holds can end it earlier. `write` returns when the reader of the replies keeps up.
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
    if (command === undefined) throw new CommandError('unknown-command', `there is no command "${cmd.slice(0, 40)}"`)
    if (!isRecord(args)) throw new CommandError('usage', '"args" must be an object')
    for (const [name, spec] of Object.entries(command.args)) {
      if (spec.oneShot && name in args) throw new CommandError('usage', `"${name}" is not for batch`)
    }
    return { id, ok: true, result: (await command.run(args, context)).result }
  } catch (error) {
    return { id, ok: false, error: errorReply(error) }
  }
}

/** An id may be nested so deeply that it was read but cannot be written: it is then left out. */
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
    throw new CommandError('parse', 'the line is no JSON')
  }
  if (!isRecord(request)) throw new CommandError('parse', 'the line is no JSON object')
  return request
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What went wrong as `{ code, message }`. An error that is none of ours says only that the input defeated us. */
export function errorReply(error: unknown): { code: string; message: string } {
  if (error instanceof CommandError) return { code: error.code, message: error.message }
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { code: 'parse', message: `this input could not be worked on: ${reason.slice(0, 200)}` }
}
