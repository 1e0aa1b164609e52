export { Random } from "../../transport/factory/random.ts";
