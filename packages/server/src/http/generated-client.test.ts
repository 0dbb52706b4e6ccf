import { expect, it } from 'vitest'
import { calling, clientsInstalled, runTool } from '../testing/generated-client.ts'

it.skipIf(!clientsInstalled)('a client that openapi-typescript generates compiles, and calls a server', async () => {
  await runTool('openapi-typescript', '../docs/openapi.json', '--output', 'generated/openapi-typescript.ts')
  await runTool('tsc', '--project', '.')
  expect(await calling('calls.ts')).toEqual({ id: expect.any(String), names: ['client.example'], values: [] })
})
