/** Accepts plans that are dragged onto the page from outside the browser. */
import { CloudUploadOutlined } from '@ant-design/icons'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'

interface PlanDropZoneProps {
  readonly isOff: boolean
  readonly onDrop: (files: readonly File[]) => void
  readonly children: ReactNode
}

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

export function PlanDropZone({ isOff, onDrop, children }: PlanDropZoneProps) {
  const t = useT()
  const [isOver, setOver] = useState(false)
  // Moving between parts of the page leaves one element and enters another.
  const depth = useRef(0)
  const enter = (event: DragEvent, by: number) => {
    if (isOff || !holdsFiles(event)) return
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files can also be selected by a button
    <div
      className="cd-catalogue jm-page"
      onDragEnter={event => enter(event, 1)}
      onDragLeave={event => enter(event, -1)}
      onDragOver={event => {
        if (!isOff && holdsFiles(event)) event.preventDefault()
      }}
      onDrop={event => {
        depth.current = 0
        setOver(false)
        // A part of the page may have handled the files already.
        if (isOff || !holdsFiles(event) || event.defaultPrevented) return
        event.preventDefault()
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className="jm-drop" aria-hidden>
          <CloudUploadOutlined />
          {t('jmeterPlan.upload.drop')}
        </div>
      )}
    </div>
  )
}
