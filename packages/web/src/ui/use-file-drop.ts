import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts a file dropped anywhere in the window; otherwise the browser would open a file that misses the target. True
 * while a file is dragged over the window.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const hangs = (event: DragEvent): void => {
      // Dragged text belongs to the field it is dropped on.
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
