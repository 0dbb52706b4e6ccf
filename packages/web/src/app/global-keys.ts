import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { goKey, keyTable } from '../lib/key-table.ts'
import { isSingleKey } from '../lib/single-keys.ts'
import { screens } from './screens.ts'

/** What a key opens over the screen. Its code is loaded then. */
export type Overlay = 'palette' | 'keys'

/** Between `g` and the key of the screen. */
const pauseMaxMs = 1_500

/** So long after its key, the palette is still to come. */
const comesWithinMs = 5_000

/** What was typed after the key of the palette, before the palette was there: its first text. It is there by `until`. */
export const typedAhead = { text: '', until: 0 }

const isMac = /Mac|iP/.test(navigator.platform)

/** The name of the key that goes with those of the table that are modified. */
export const modifierName = isMac ? '⌘' : 'Ctrl'

/**
 * The keys that act on every screen. `prepare` is called when a key is down that may be followed by the palette's, so that
 * its code arrives before the next letters. Neither function should change.
 */
export function useGlobalKeys(open: (overlay: Overlay) => void, prepare: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY
    function pressed(event: KeyboardEvent): void {
      if (event.key === (isMac ? 'Meta' : 'Control')) prepare()
      if (isPaletteKey(event)) {
        // Browsers search the web with it.
        event.preventDefault()
        if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
        open('palette')
        typedAhead.text = ''
        typedAhead.until = event.timeStamp + comesWithinMs
        return
      }
      if (!isSingleKey(event)) return
      const { key, timeStamp } = event
      if (timeStamp < typedAhead.until && (key.length === 1 || key === 'Enter')) {
        // It is meant for the palette, whose code may still be loading, and not for the screen.
        event.preventDefault()
        event.stopImmediatePropagation()
        if (key.length === 1) typedAhead.text += key
        return
      }
      const follows = timeStamp - goAt < pauseMaxMs
      goAt = key === goKey ? timeStamp : Number.NEGATIVE_INFINITY
      const screen = follows ? screens.find(one => one.key === key) : undefined
      if (screen !== undefined) void navigate(screen.to)
      else if (key === keyTable.help.keys[0]) open('keys')
      else return
      // The key has acted: as a key of a list it does nothing.
      event.preventDefault()
    }
    // Before the keys of the screen.
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [navigate, open, prepare])
}

function isPaletteKey(event: KeyboardEvent): boolean {
  const isModified = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  return isModified && !event.altKey && !event.shiftKey && event.key.toLowerCase() === keyTable.palette.keys[0]
}
