import { holdRooms, namesOfReadings } from './rooms.ts'

holdRooms(2_500, [0, 1, 3, 6], namesOfReadings)
