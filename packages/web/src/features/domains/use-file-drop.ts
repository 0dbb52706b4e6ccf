import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes a file that is dropped anywhere in the window: beside its mark the browser would open it in place of the page.
 * True while one hangs over the window.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const hangs = (event: DragEvent): void => {
      // Text that is dragged is the business of the field it falls into.
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leaves = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const falls = (event: DragEvent): void => {
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file === undefined) return
      event.preventDefault()
      take(file)
    }
    window.addEventListener('dragover', hangs)
    window.addEventListener('dragleave', leaves)
    window.addEventListener('drop', falls)
    return () => {
      window.removeEventListener('dragover', hangs)
      window.removeEventListener('dragleave', leaves)
      window.removeEventListener('drop', falls)
    }
  }, [])
  return over
}
