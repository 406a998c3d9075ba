/** Style sheets that a part of the page brings along: the build makes files of them. */
declare module "*.css";
