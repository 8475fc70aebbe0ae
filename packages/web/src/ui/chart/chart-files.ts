/** How files are named that are downloaded of charts: by their title, or as the page that shows them provides. */
import { exportFileName } from '@pone/schema/file-name.ts'
import { createContext, use } from 'react'

export type ChartFileName = (title: string, ending: string) => string

/** Provides the names for all charts inside. */
export const ChartFileNames = createContext<ChartFileName>((title, ending) => exportFileName([title], ending))

export const useChartFileName = (): ChartFileName => use(ChartFileNames)
