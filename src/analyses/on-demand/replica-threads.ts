export { openReplicaThreads } from '../resample/replica-threads.ts'
