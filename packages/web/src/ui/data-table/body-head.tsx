/** The column headings of a table's body for screen readers: a header that stays in view is a table of its own, so that the cells below would have no headings. */
import { createContext, type HTMLAttributes, useContext } from 'react'

/** In the order of the columns. */
export const BodyHeadings = createContext<readonly string[]>([])

/** In place of the body's `tbody`: preceded by headings without height. */
export function BodyWithHead(props: HTMLAttributes<HTMLTableSectionElement>) {
  const headings = useContext(BodyHeadings)
  return (
    <>
      <thead className="data-table-body-head">
        <tr>
          {headings.map((heading, index) => (
            // Two columns may have the same heading.
            // oxlint-disable-next-line react/no-array-index-key
            <th key={index} scope="col">
              <span className="visually-hidden">{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...props} />
    </>
  )
}
