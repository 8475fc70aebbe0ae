/** Figures with a thin bar under them: the remaining part of a maximum, or the share in use. */
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { ReactNode } from 'react'
import '../clusters.css'

/** Share in use from which the bar is drawn as a warning. */
const tight01 = 0.9

function ThinBar(props: { readonly text: ReactNode; readonly used01: number; readonly isWide?: boolean }) {
  const { text, used01, isWide } = props
  const width = `${Math.round(Math.min(1, Math.max(0, used01)) * 100)}%`
  return (
    <span className={isWide ? 'capacity capacity-wide' : 'capacity'}>
      <span className="tabular">{text}</span>
      <span className="capacity-track" aria-hidden>
        <span
          className={used01 >= tight01 ? 'capacity-used capacity-tight' : 'capacity-used'}
          style={{ width }}
        />
      </span>
    </span>
  )
}

/** `left / max`; the bar shows the used part. Wide bars are for numbers of users. Without a maximum nothing is shown. */
export function CapacityBar(props: {
  readonly left: number
  readonly max: number
  readonly isWide?: boolean
}) {
  const { left, max, isWide = false } = props
  if (max === 0) return noValue
  return (
    <ThinBar
      text={
        <>
          {formatNumber(left)} <span className="faint">/ {formatNumber(max)}</span>
        </>
      }
      used01={1 - left / max}
      isWide={isWide}
    />
  )
}

/** A share of 0 to 1 as a percentage; null while unknown. */
export function LoadBar({ used01 }: { readonly used01: number | null }) {
  if (used01 === null) return noValue
  return <ThinBar text={`${Math.round(used01 * 100)} %`} used01={used01} />
}
