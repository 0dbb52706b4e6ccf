import { runCli } from '../cli/run.ts'

/** The result of a run of the program. */
export interface Ran {
  code: number
  out: string
  err: string
}

/** Runs `waxseal` with these arguments, as a script would: no terminal, empty standard input. */
export function waxseal(...args: string[]): Promise<Ran> {
  return waxsealWith('', ...args)
}

/** The same with a text on standard input. */
export async function waxsealWith(input: string, ...args: string[]): Promise<Ran> {
  let out = ''
  let err = ''
  async function* stdin() {
    yield Buffer.from(input)
  }
  const code = await runCli({
    args,
    input: stdin(),
    write: text => Promise.resolve(void (out += text)),
    complain: text => void (err += text),
    colour: false,
    watched: false,
    now: () => new Date('2026-11-20T10:00:00Z'),
    signal: new AbortController().signal,
  })
  return { code, out, err }
}
