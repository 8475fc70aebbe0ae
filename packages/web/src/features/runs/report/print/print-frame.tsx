/** What the printed report has beside the page: scenario, number, part and day at the head of each sheet, sheets numbered, and the name of the file when it is saved as PDF. */
import type { ReportContent } from '@pone/results/report/content.ts'
import { dayOf } from '@pone/schema/file-name.ts'
import { useEffect } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useChartFileName } from '../../../../ui/chart/chart-files.ts'
import { cssString, rangeText } from './print-text.ts'
import './print.css'

export interface PrintedReport extends Pick<ReportContent, 'fromMs' | 'toMs'> {
  readonly run: Pick<ReportContent['run'], 'scenarioName' | 'number' | 'startedAt'>
}

export function PrintFrame({ content }: { readonly content: PrintedReport }) {
  const t = useT()
  const { run } = content
  const title = t('report.title')
  const head = [run.scenarioName, `#${run.number}`, title, rangeText(content), dayOf(run.startedAt)]
  useFileName(useChartFileName()(title, 'pdf').replace(/\.pdf$/, ''))
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
