/** The list of completions (variables and tool functions) that opens at a text field while `${…}` is typed. */
import { FunctionOutlined } from '@ant-design/icons'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Offer } from '../model/template-completion.ts'

interface OfferListProps {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly offers: readonly Offer[]
  readonly active: number
  readonly onAccept: (offer: Offer) => void
}

const listHeight = 264
const rowHeight = 30

export function OfferList({ id, anchor, offers, active, onAccept }: OfferListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<{ left: number; top: number; width: number } | null>(null)
  useLayoutEffect(() => {
    const place = () => {
      const field = anchor.current?.getBoundingClientRect()
      if (!field) return
      const isBelow = field.bottom + listHeight < window.innerHeight || field.top < listHeight
      const height = Math.min(listHeight, offers.length * rowHeight + 10)
      const width = Math.max(300, Math.min(field.width, 520))
      setBox({
        left: Math.max(8, Math.min(field.left, window.innerWidth - width - 8)),
        top: isBelow ? field.bottom + 2 : field.top - height - 2,
        width,
      })
    }
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [anchor, offers.length])
  useEffect(() => {
    listRef.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (!box) return null
  return createPortal(
    <div ref={listRef} id={id} role="listbox" className="cd-offers" style={{ ...box, maxHeight: listHeight }}>
      {offers.map((offer, index) => (
        <div
          key={`${offer.kind}:${offer.name}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={`cd-offer is-${offer.kind}`}
          onMouseDown={event => {
            event.preventDefault()
            onAccept(offer)
          }}
        >
          <span className="cd-offer-icon" aria-hidden>
            {offer.kind === 'function' ? <FunctionOutlined /> : '{x}'}
          </span>
          <span className="cd-offer-name">{offer.name}</span>
          {offer.lastValue !== undefined && (
            <span className="cd-offer-value" title={offer.lastValue}>
              = {offer.lastValue}
            </span>
          )}
          <span className="cd-offer-detail">{offer.detail}</span>
        </div>
      ))}
    </div>,
    document.body,
  )
}
