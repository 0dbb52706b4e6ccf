import { expect, it } from 'vitest'
import { touchedScenes } from './changed.ts'

it('names the scenes of changed features and of changed scene files, each once', () => {
  expect(
    touchedScenes([
      'packages/web/src/features/domains/page.tsx',
      'packages/web/src/features/domains/list/row.tsx',
      'packages/web/src/features/legal/terms.tsx',
      'e2e/scenes/chat.ts',
      'packages/core/src/spf/record.ts',
    ]),
  ).toEqual(['chat', 'domains', 'privacy', 'terms'])
})
