import { useEffect, useEffectEvent, useState } from 'react'
import { useMedia } from '../../ui/media.ts'
import { advanced, typedPart, withoutOpenMarks } from './typewriter.ts'

export interface Typed {
  /** What is shown of the text. */
  shown: string
  isTyping: boolean
  /** Shows all of it at once. */
  skip: () => void
}

/**
 * Types a growing text. What is there at the first rendering is shown at once, since it was typed before; people who
 * prefer reduced motion see each piece as it arrives.
 *
 * @param hasEnded nothing more arrives
 */
export function useTyped(text: string, hasEnded: boolean): Typed {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [position, setPosition] = useState(text.length)
  const [isSkipped, setSkipped] = useState(false)
  const showsAll = isStill || isSkipped
  const isTyping = !showsAll && position < text.length
  const type = useEffectEvent((elapsedMs: number) => {
    setPosition(before => advanced({ position: before, total: text.length, hasEnded }, elapsedMs))
  })

  useEffect(() => {
    if (!isTyping) return undefined
    let last = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      type(now - last)
      last = now
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isTyping])

  return {
    shown: showsAll ? text : withoutOpenMarks(typedPart(text, position)),
    isTyping,
    skip: () => setSkipped(true),
  }
}
