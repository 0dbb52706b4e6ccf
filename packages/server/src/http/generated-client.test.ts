import { expect, it } from 'vitest'
import { calling, clientsInstalled, runTool } from '../testing/generated-client.ts'
import { onTheStore } from '../testing/store.ts'

onTheStore('a client that openapi-typescript generates', kind => {
  it.skipIf(!clientsInstalled)('compiles, and calls a server', async () => {
    await runTool('openapi-typescript', '../docs/openapi.json', '--output', 'generated/openapi-typescript.ts')
    await runTool('tsc', '--project', '.')
    expect(await calling('calls.ts', kind)).toEqual({ id: expect.any(String), names: ['client.example'], values: [] })
  })
})
