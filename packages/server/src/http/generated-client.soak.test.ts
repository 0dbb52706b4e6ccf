import { expect, it } from 'vitest'
import { calling, runTool } from '../testing/generated-client.ts'

it('a client of another generator compiles, and calls a server', async () => {
  await runTool('openapi-ts', '--input', '../docs/openapi.json', '--output', 'generated/hey-api', '--silent')
  await runTool('tsc', '--project', 'tsconfig.second.json')
  expect(await calling('generated/second/second-calls.js', 'pglite')).toEqual({
    id: expect.any(String),
    names: ['client.example'],
    values: [],
  })
})
