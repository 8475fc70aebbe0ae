/** Schemas of the states; apart from their names, so that a page that shows a state needs no schema. */
import { z } from 'zod'
import { projectStatuses, reportStates, runStates } from './states.ts'

export const runStateSchema = z.enum(runStates)
export const reportStateSchema = z.enum(reportStates)
export const projectStatusSchema = z.enum(projectStatuses)
