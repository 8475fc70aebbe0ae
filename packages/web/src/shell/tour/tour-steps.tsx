/** The four steps of the tour. The page behind it stays usable; Esc, "skip", the cross and the last step leave it. */
import { Button, Tour } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import './tour.css'
import { targetOf, tourSteps } from './tour-targets.ts'

export function TourSteps({ onLeave }: { readonly onLeave: () => void }) {
  const t = useT()
  const [current, setCurrent] = useState(0)
  const { pathname } = useLocation()
  useFocusInTour(current)
  const { key } = tourSteps[current] ?? tourSteps[0]
  const count = t('tour.count', { step: current + 1, steps: tourSteps.length })
  return (
    <>
      <Tour
        // Another page has other elements to point at.
        key={pathname}
        open
        current={current}
        onChange={setCurrent}
        onClose={onLeave}
        mask={false}
        rootClassName="tour"
        indicatorsRender={() => <span className="faint">{count}</span>}
        actionsRender={(buttons, { total }) => (
          <>
            {current < total - 1 && (
              <Button size="small" type="text" onClick={onLeave}>
                {t('tour.skip')}
              </Button>
            )}
            {buttons}
          </>
        )}
        steps={tourSteps.map((step, index) => ({
          title: t(`tour.${step.key}`),
          description: t(`tour.${step.key}Text`),
          target: () => targetOf(step.at) as HTMLElement,
          placement: 'right',
          ...(index === tourSteps.length - 1 && { nextButtonProps: { children: t('tour.finish') } }),
        }))}
      />
      <div role="status" className="tour-spoken">
        {`${count} ${t(`tour.${key}`)}. ${t(`tour.${key}Text`)}`}
      </div>
    </>
  )
}

/** Puts the focus on the button of each step, and back where it was when the tour is left. */
function useFocusInTour(current: number): void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    }
  }, [])
  useEffect(() => {
    // The panel is drawn after it has found its place.
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.tour .ant-tour-next-btn')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [current])
}
