import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

it('a signal that npm repeats counts once', async () => {
  const program = `
    import { stopSignal } from '${new URL('stop-signal.ts', import.meta.url).href}'
    const told = stopSignal()
    told.addEventListener('abort', () => console.log('stopping'))
    // It stops when its input ends.
    process.stdin.on('end', () => process.exit(told.aborted ? 0 : 2)).resume()
    console.log('running')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = (words: string) =>
    new Promise<void>(resolve => child.stdout.on('data', chunk => String(chunk).includes(words) && resolve()))
  const [running, stopping, ended] = [said('running'), said('stopping'), once(child, 'exit')]
  await running
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await stopping
  child.stdin.end()
  expect(await ended).toEqual([0, null])
})
