/** What the dialog knows of the local capture tool: whether it answers, and how far a capture is. */
import { errorText } from '@pone/schema/error-text.ts'
import { useEffect, useRef, useState } from 'react'
import {
  CaptureFault,
  type CaptureInterfaces,
  type CaptureProgress,
  type CaptureTool,
  captureFile,
  listInterfaces,
  stopCapture,
} from './capture-tool.ts'
import { deviceAccess } from './device-access.ts'

export interface LocalCapture {
  /** null before the tool has answered. */
  readonly interfaces: CaptureInterfaces['interfaces'] | null
  /** null if none is running. */
  readonly progress: CaptureProgress | null
  readonly isBusy: boolean
  /** The browser asks the user whether the page may reach the tool. */
  readonly isAsked: boolean
  readonly fault: CaptureFault | null
  readonly connect: (tool: CaptureTool) => void
  readonly start: (order: { readonly interface: string; readonly filter: string }) => void
  readonly stop: () => void
}

/** @param onFile gets what was captured */
export function useLocalCapture(onFile: (file: File) => void): LocalCapture {
  const [interfaces, setInterfaces] = useState<LocalCapture['interfaces']>(null)
  const [progress, setProgress] = useState<CaptureProgress | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [fault, setFault] = useState<CaptureFault | null>(null)
  const tool = useRef<CaptureTool | null>(null)
  const running = useRef<AbortController | null>(null)
  // The tool ends the capture when nobody reads it any more.
  useEffect(() => () => running.current?.abort(), [])
  const attempt = (work: () => Promise<void>) => {
    setFault(null)
    setBusy(true)
    work()
      .catch((error: unknown) =>
        setFault(error instanceof CaptureFault ? error : new CaptureFault('failed', errorText(error))),
      )
      .finally(() => {
        setBusy(false)
        setAsked(false)
      })
  }
  return {
    interfaces,
    progress,
    isBusy,
    isAsked,
    fault,
    connect: chosen =>
      attempt(async () => {
        tool.current = chosen
        setInterfaces(null)
        setAsked((await deviceAccess()) === 'asks')
        const answer = await listInterfaces(chosen)
        if (answer.program === null) throw new CaptureFault('noProgram')
        setInterfaces(answer.interfaces)
      }),
    start: order =>
      attempt(async () => {
        const { current } = tool
        if (current === null) return
        const controller = new AbortController()
        running.current = controller
        try {
          const options = { order, onProgress: setProgress, signal: controller.signal }
          const file = await captureFile(current, options)
          if (!controller.signal.aborted) onFile(file)
        } finally {
          setProgress(null)
        }
      }),
    stop: () => {
      if (tool.current !== null) stopCapture(tool.current).catch(() => running.current?.abort())
    },
  }
}
