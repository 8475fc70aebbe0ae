/** What a printed page has beside itself: at the head of each sheet what it is of, sheets numbered, and the name of the file when it is saved as PDF. */
import { useEffect } from 'react'
import { cssString } from './css-string.ts'
import './print-sheets.css'

export interface PrintSheetsProps {
  /** Scenario, number, part, day; empty ones are left out. */
  readonly head: readonly string[]
  /** Without its ending. */
  readonly fileName: string
}

export function PrintSheets({ head, fileName }: PrintSheetsProps) {
  useFileName(fileName)
  return (
    <style>{`@page {
  @top-left { content: ${cssString(head.filter(Boolean).join(' · '))}; }
  @bottom-right { content: counter(page) " / " counter(pages); }
}`}</style>
  )
}

/** Browsers suggest the title of the page as the name of the PDF; it is the product's name again when the dialog is closed. */
function useFileName(name: string): void {
  useEffect(() => {
    const usual = document.title
    const rename = () => {
      document.title = name
    }
    const restore = () => {
      document.title = usual
    }
    window.addEventListener('beforeprint', rename)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', rename)
      window.removeEventListener('afterprint', restore)
    }
  }, [name])
}
