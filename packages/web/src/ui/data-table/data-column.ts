/** A column of the table of a list page. */
import type { ReactNode } from 'react'

export interface DataColumn<Row, S extends string = string> {
  readonly key: string
  readonly title: string
  /** Titles of the columns that joined it, drawn below its own; `title` names them all. */
  readonly titleLines?: readonly [own: string, joined: string]
  readonly render: (row: Row) => ReactNode
  /** The list's sort value; the column can then be sorted. */
  readonly sort?: S
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  /** Stays at this edge while the table is scrolled horizontally. */
  readonly fixed?: 'left' | 'right'
  /** 'always' cannot be hidden, 'optional' is hidden by default. */
  readonly visibility?: 'always' | 'optional'
  readonly ellipsis?: boolean
  /** In a table narrower than `below` px it is drawn below the column with the key `to`. */
  readonly joins?: { readonly to: string; readonly below: number }
}
