import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { showFailure } from './query.ts'
import { upgrade } from './upgrade.ts'

const shown = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))

afterEach(() => {
  toast.dismiss()
  upgrade.close()
  vi.restoreAllMocks()
})

describe('a failure is reported', () => {
  it('by the toast its call asks for', () => {
    showFailure(new ApiError(500), { failure: 'Failed to delete domain' })
    expect(shown()).toContain('Failed to delete domain')
  })

  it('in the words of the server if the call prefers them and there are any', () => {
    const meta = { failure: 'Failed to add domain', preferDetail: true }
    showFailure(new ApiError(409, { detail: 'Domain already added' }), meta)
    expect(shown()).toContain('Domain already added')
    showFailure(new ApiError(0), meta)
    expect(shown()).toContain('Failed to add domain')
  })

  it('by status where the call distinguishes statuses', () => {
    const meta = { failureByStatus: { 404: 'Domain or scan results not found' } }
    showFailure(new ApiError(404), meta)
    expect(shown()).toContain('Domain or scan results not found')
  })

  it('with the upgrade dialog where a plan limit is the cause', () => {
    showFailure(new ApiError(403, { detail: 'Domain limit reached. Your Starter plan allows 1 domain.' }), {
      failure: 'Failed to add domain',
    })
    expect(upgrade.current()?.feature).toBe('domains')
    expect(shown()).not.toContain('Failed to add domain')
  })

  it('only in the log where the specification keeps it silent', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const before = shown().length
    showFailure(new ApiError(500), undefined)
    expect(shown()).toHaveLength(before)
    expect(log).toHaveBeenCalledOnce()
  })
})
