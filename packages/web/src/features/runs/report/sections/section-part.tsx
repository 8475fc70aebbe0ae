/** The type of a report section's component, and its frame on the page. */
import type { ReportContent } from '@pone/results/report/content.ts'
import type { ReactNode } from 'react'

/** Renders the data of the section with the same name. */
export type SectionPart = (props: { readonly content: ReportContent }) => ReactNode

export function PartFrame({
  id,
  title,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section className="report-section" aria-labelledby={`report-${id}`}>
      <h2 id={`report-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
