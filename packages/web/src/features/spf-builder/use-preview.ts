import { useQuery } from '@tanstack/react-query'
import type { SpfSettings } from '@waxseal/core/spf'
import { useEffect, useState } from 'react'
import type { Target } from '../../components/builder/target.ts'
import { type Preview, previewQuery } from './api.ts'

/** The pause after the last change before the preview is requested, in milliseconds. */
const pauseMs = 150

export interface LivePreview {
  /** The newest preview; it may be of earlier settings. */
  preview: Preview | null
  /** It is of earlier settings; the current one is loading. */
  late: boolean
  error: Error | null
  retry: () => void
}

/**
 * The preview of the settings as they change. The last one stays while the next one loads, and is removed if that
 * fails.
 */
export function usePreview(target: Target, settings: SpfSettings): LivePreview {
  const asked = useSettled(settings)
  const query = useQuery(previewQuery(target, asked))
  const [last, setLast] = useState<Preview | null>(null)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const late = asked !== settings || query.isFetching
  return {
    preview: query.data ?? (late ? last : null),
    late,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

/** The value after it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
