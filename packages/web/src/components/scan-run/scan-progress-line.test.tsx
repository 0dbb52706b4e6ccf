import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { ScanProgressLine } from './scan-progress-line.tsx'

afterEach(cleanup)

it('says which place in the queue a scan has', async () => {
  const { rerender } = render(<ScanProgressLine progress={{ place: 3 }} elsewhere={false} />)
  expect(screen.getByText('Number 3 in the queue')).toBeDefined()
  rerender(<ScanProgressLine progress={{ place: 1 }} elsewhere={false} />)
  await seeState('scan-next-in-queue')
})
